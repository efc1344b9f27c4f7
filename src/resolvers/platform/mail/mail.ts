import type { Mail } from '../../../infrastructure/mail/mailer.ts';

/** A text without line breaks, optionally followed by a link. */
export type Paragraph = string | { text: string; link: string };

/**
 * Mail in text and HTML. It contains no salutation with a name, and no text becomes a link: the
 * person who registered the address wrote the name, and may not be the reader.
 */
export function mail(to: string, subject: string, paragraphs: Paragraph[]): Mail {
  const all = ['Hello,', ...paragraphs];
  return {
    to,
    subject,
    text: `${all.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><title>${escaped(subject)}</title>${all.map(asHtml).join('')}`,
  };
}

const asText = (part: Paragraph) => (typeof part === 'string' ? part : `${part.text} ${part.link}`);

function asHtml(part: Paragraph): string {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`;
  const link = escaped(part.link);
  return `<p>${escaped(part.text)} <a href="${link}">${link}</a></p>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
