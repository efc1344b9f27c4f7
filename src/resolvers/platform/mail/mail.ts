import type { Mail } from '../../../infrastructure/mail/mailer.ts';

/** A text without line breaks, which the link follows where there is one. */
export type Paragraph = string | { text: string; link: string };

/**
 * A mail in text and HTML. It greets by no name: whoever registered an address wrote it, and need not be who reads the
 * mail. For the same reason nothing in a text becomes a link.
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
