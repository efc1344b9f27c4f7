import type { Mail } from '../../../infrastructure/mail/mailer.ts';

interface Link {
  label: string;
  url: string;
}

/** One part of a mail. Every text is plain text; only `url` and `link` become links. */
export type MailBlock =
  /** A text without line breaks. */
  | string
  /** A text without line breaks, followed by a link that is shown in full. */
  | { text: string; link: string }
  | { heading: string }
  /** Text that a person wrote, with line breaks. */
  | { quote: string; author: string }
  /** The picture of the mail, PNG or JPEG. The mail contains it, so that no reader loads it. */
  | { picture: Buffer; alt: string }
  /** The first action is a button, the others are links. */
  | { actions: readonly Link[] };

/** Content of a mail for one recipient. */
export interface MailContent {
  to: string;
  subject: string;
  /** At most one of them is a picture. */
  blocks: readonly MailBlock[];
  /** Reason of the mail, and what ends such mails. */
  footer?: { text: string; actions: readonly Link[] };
  /** URL whose POST ends such mails with one click (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Content id of the picture. */
const PICTURE_ID = 'picture@pinbound';

/** Composes a mail as text and as HTML that is readable on light and dark backgrounds. */
export function composeMail({ to, subject, blocks, footer, unsubscribeUrl }: MailContent): Mail {
  const picture = blocks.find(isPicture)?.picture;
  const textFooter = footer ? [`-- \n${[footer.text, ...footer.actions.map(asLine)].join('\n')}`] : [];
  return {
    to,
    subject,
    text: `${[...blocks.map(asText), ...textFooter].join('\n\n')}\n`,
    html: page(subject, `${blocks.map(asHtml).join('')}${footer ? footerHtml(footer) : ''}`),
    ...(picture && { picture: { id: PICTURE_ID, content: picture } }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}

const isPicture = (block: MailBlock): block is Extract<MailBlock, { picture: Buffer }> =>
  typeof block !== 'string' && 'picture' in block;

const asLine = ({ label, url }: Link): string => `${label}: ${url}`;

function asText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return `${block.text} ${block.link}`;
  if ('heading' in block) return block.heading;
  if ('quote' in block) return `${block.author}:\n${block.quote.replace(/^/gm, '> ')}`;
  if ('picture' in block) return `[${block.alt}]`;
  return block.actions.map(asLine).join('\n');
}

/** Colors of a light background; the style sheet of the page replaces them on a dark one. */
const STYLES = {
  body: 'margin:0;padding:0;background:#ffffff;color:#1d2125;font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  column: 'max-width:560px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere',
  text: 'margin:0 0 16px',
  heading: 'margin:24px 0 8px;font-size:16px;font-weight:600;line-height:1.4',
  author: 'margin:0 0 4px;font-weight:600',
  quote: 'margin:0 0 16px;padding:2px 0 2px 12px;border-left:3px solid #c9ced6;white-space:pre-wrap',
  picture: 'display:block;max-width:100%;height:auto;margin:0 0 16px;border:1px solid #c9ced6;border-radius:4px',
  actions: 'margin:0 0 24px',
  button:
    'display:inline-block;margin:0 16px 8px 0;padding:8px 16px;border-radius:6px;background:#3451d1;color:#ffffff;font-weight:600;text-decoration:none',
  footer: 'margin:32px 0 0;padding:16px 0 0;border-top:1px solid #c9ced6;color:#5b6470;font-size:13px',
} as const;

const DARK = [
  'body{background:#16181d!important;color:#e6e8ec!important}',
  'a{color:#a3b3ff}',
  '.q,.p,.f{border-color:#454b57!important}',
  '.b{background:#8fa2ff!important;color:#10131f!important}',
  '.f{color:#a0a7b4!important}',
].join('');

/** Clients without support of style sheets show the inline styles. */
const page = (title: string, content: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
  '<meta name="supported-color-schemes" content="light dark">' +
  `<title>${escaped(title)}</title>` +
  `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>` +
  `<body style="${STYLES.body}"><div style="${STYLES.column}">${content}</div></body></html>`;

function asHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p style="${STYLES.text}">${escaped(block)}</p>`;
  if ('link' in block) {
    const link = anchor({ label: block.link, url: block.link });
    return `<p style="${STYLES.text}">${escaped(block.text)} ${link}</p>`;
  }
  if ('heading' in block) return `<h2 style="${STYLES.heading}">${escaped(block.heading)}</h2>`;
  if ('quote' in block) {
    const author = `<p style="${STYLES.author}">${escaped(block.author)}</p>`;
    return `${author}<blockquote class="q" dir="auto" style="${STYLES.quote}">${escaped(block.quote)}</blockquote>`;
  }
  if ('picture' in block) {
    return `<img class="p" src="cid:${PICTURE_ID}" alt="${escaped(block.alt)}" style="${STYLES.picture}">`;
  }
  const links = block.actions.map((action, i) => (i === 0 ? button(action) : anchor(action)));
  return `<p style="${STYLES.actions}">${links.join(' ')}</p>`;
}

const footerHtml = ({ text, actions }: NonNullable<MailContent['footer']>): string =>
  `<p class="f" style="${STYLES.footer}">${[escaped(text), ...actions.map(anchor)].join('<br>')}</p>`;

const button = ({ label, url }: Link) =>
  `<a class="b" href="${escaped(url)}" style="${STYLES.button}">${escaped(label)}</a>`;

const anchor = ({ label, url }: Link) => `<a href="${escaped(url)}">${escaped(label)}</a>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
