import type { Mail } from '../../infrastructure/mail.ts';
import { oneLine } from '../one-line.ts';

/** A mail in text and HTML. A paragraph may end in `once: ` and a link. */
export function mail(to: { email: string; name?: string }, subject: string, paragraphs: string[]): Mail {
  const all = [to.name ? `Hello ${oneLine(to.name)},` : 'Hello,', ...paragraphs];
  return {
    to: to.email,
    subject,
    text: `${all.join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><title>${escaped(subject)}</title>${all
      .map((paragraph) => `<p>${linked(escaped(paragraph))}</p>`)
      .join('')}`,
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Only a link of this service becomes one: a name that reads like an address stays text. */
const linked = (html: string) => html.replace(/(?<=once: )https?:\S+$/, (link) => `<a href="${link}">${link}</a>`);
