import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { type Brand, brandOf, initialsOf, SERVICE_NAME } from '../../../lib/brand.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';

/** A link with its text. */
export interface MailLink {
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
  | { quote: string; author: string; action: string }
  /** PNG or JPEG. The mail contains it, so that no reader loads it. */
  | { picture: Buffer; alt: string }
  /** The first action is a button, the others are links. */
  | { actions: readonly MailLink[] };

/** Content of a mail for one recipient. */
export interface MailContent {
  to: string;
  subject: string;
  /** Name of the project that the mail is about. Default: that of the service. */
  project?: string;
  /** Person who caused the mail, shown as its sender beside the project. */
  person?: string;
  blocks: readonly MailBlock[];
  /** Reason of the mail, and what ends such mails. */
  footer?: { text: string; actions: readonly MailLink[] };
  /** URL whose POST ends such mails with one click (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Max characters of a name in the sender of a mail. */
const MAX_NAME = 40;
/** Max characters of the line that inboxes show beside the subject. */
const MAX_PREVIEW = 140;

/** Composes a mail as text and as HTML that is readable on light and dark backgrounds. */
export function composeMail({ to, subject, project, person, blocks, footer, unsubscribeUrl }: MailContent): Mail {
  const brand = brandOf(project ?? SERVICE_NAME);
  const pictures = blocks.filter(isPicture).map(({ picture }, index) => ({ id: pictureId(index), content: picture }));
  const textFooter = footer ? [`-- \n${[footer.text, ...footer.actions.map(asLine)].join('\n')}`] : [];
  return {
    to,
    subject,
    ...(project !== undefined && { senderName: senderOf(person, project) }),
    text: `${[...blocks.map(asText), ...textFooter].join('\n\n')}\n`,
    html: page({ brand, subject, preview: previewOf(blocks), blocks: htmlOf(brand, blocks), footer }),
    ...(pictures.length > 0 && { pictures }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}

type PictureBlock = Extract<MailBlock, { picture: Buffer }>;
type HeadingBlock = Extract<MailBlock, { heading: string }>;

const isPicture = (block: MailBlock): block is PictureBlock => typeof block !== 'string' && 'picture' in block;
const isHeading = (block: MailBlock): block is HeadingBlock => typeof block !== 'string' && 'heading' in block;

/** Content id of a picture. */
const pictureId = (index: number): string => `picture-${index + 1}@pinbound`;

/** Names of people do not imitate an address, which inboxes would show as the sender's. */
function senderOf(person: string | undefined, project: string): string {
  const name = [person ?? '', project].map((part) => part.replaceAll('@', ' ').trim().slice(0, MAX_NAME));
  return name.filter(Boolean).join(' via ');
}

/** Line that inboxes show beside the subject: what was written last, or else the first text. */
function previewOf(blocks: readonly MailBlock[]): string {
  const quote = blocks.findLast((block) => typeof block !== 'string' && 'quote' in block) as
    | { quote: string }
    | undefined;
  const text = quote?.quote ?? blocks.find((block) => typeof block === 'string') ?? '';
  return text.replace(/\s+/g, ' ').slice(0, MAX_PREVIEW);
}

const asLine = ({ label, url }: MailLink): string => `${label}: ${url}`;

function asText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return `${block.text} ${block.link}`;
  if ('heading' in block) return block.heading;
  if ('quote' in block) return `${block.author} ${block.action}:\n${block.quote.replace(/^/gm, '> ')}`;
  if ('picture' in block) return `[${block.alt}]`;
  return block.actions.map(asLine).join('\n');
}

const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** Colors of a light background; the style sheet of the page replaces them on a dark one. */
const STYLES = {
  body: `margin:0;padding:0;background:#f4f5f7;color:#1c2330;font:15px/1.55 ${FONT};-webkit-text-size-adjust:100%`,
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0',
  outer: 'padding:24px 12px',
  column: 'width:100%;max-width:560px;margin:0 auto;border-collapse:separate;border-spacing:0',
  card: 'padding:24px 24px 8px;background:#ffffff;border:1px solid #dfe3e8;border-radius:12px;overflow-wrap:anywhere;word-break:break-word',
  brand: 'margin:0 0 20px;font-weight:600;font-size:15px',
  mark: 'display:inline-block;min-width:28px;padding:0 4px;margin:0 10px 0 0;border-radius:8px;line-height:28px;text-align:center;font-size:12px;font-weight:700;box-sizing:border-box',
  text: 'margin:0 0 16px',
  heading: 'margin:0 0 16px;font-size:19px;font-weight:650;line-height:1.35;letter-spacing:-.01em',
  author: 'margin:0 0 8px;color:#5b6472;font-size:14px',
  name: 'color:#1c2330',
  avatar:
    'display:inline-block;width:24px;margin:0 8px 0 0;border-radius:12px;line-height:24px;text-align:center;font-size:10px;font-weight:700',
  quote: 'margin:0 0 20px;padding:12px 14px;background:#f4f5f7;border-radius:8px;white-space:pre-wrap',
  picture:
    'display:block;max-width:100%;height:auto;margin:0 0 20px;border:1px solid #dfe3e8;border-radius:8px;background:#ffffff',
  actions: 'margin:4px 0 20px',
  button:
    'display:inline-block;margin:0 16px 8px 0;padding:10px 18px;border-radius:8px;font-weight:600;text-decoration:none',
  other: 'display:inline-block;margin:0 16px 8px 0;padding:10px 0;color:#2f55d4',
  footer: 'padding:16px 24px 0;color:#5b6472;font-size:13px;line-height:1.6',
} as const;

const darkOf = ({ dark }: Brand): string =>
  [
    'body,.o{background:#14181f!important;color:#e8ebf0!important}',
    '.c{background:#1d222b!important;border-color:#323a46!important}',
    '.n{color:#e8ebf0!important}',
    '.q{background:#14181f!important}',
    '.p{border-color:#323a46!important}',
    '.a,.f{color:#a3acba!important}',
    'a{color:#9db4ff!important}',
    '.f a{color:#a3acba!important}',
    `.b{background:${dark.button}!important;color:${dark.buttonText}!important}`,
    `.m{background:${dark.mark}!important;color:${dark.markText}!important}`,
  ].join('');

interface PageContent {
  brand: Brand;
  subject: string;
  preview: string;
  /** HTML of the blocks. */
  blocks: string;
  footer: MailContent['footer'];
}

/** Clients without support of style sheets show the inline styles. */
const page = ({ brand, subject, preview, blocks, footer }: PageContent): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
  '<meta name="supported-color-schemes" content="light dark">' +
  `<title>${escapeHtml(subject)}</title>` +
  `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkOf(brand)}}</style></head>` +
  `<body style="${STYLES.body}"><div style="${STYLES.preview}" aria-hidden="true">${escapeHtml(preview)}</div>` +
  `<div class="o" style="${STYLES.outer}"><table role="presentation" style="${STYLES.column}">` +
  `<tr><td class="c" style="${STYLES.card}">${headerHtml(brand)}${blocks}</td></tr>` +
  `${footer ? footerHtml(footer) : ''}</table></div></body></html>`;

const headerHtml = ({ name, initials, light }: Brand): string =>
  `<p style="${STYLES.brand}"><span class="m" aria-hidden="true" ` +
  `style="${STYLES.mark};background:${light.mark};color:${light.markText}">${escapeHtml(initials)}</span>${escapeHtml(name)}</p>`;

/** The first heading is that of the mail. */
function htmlOf(brand: Brand, blocks: readonly MailBlock[]): string {
  const pictures = blocks.filter(isPicture);
  const headings = blocks.filter(isHeading);
  return blocks
    .map((block) => {
      if (isPicture(block)) return pictureHtml(block.alt, pictures.indexOf(block));
      if (isHeading(block)) return headingHtml(block.heading, headings.indexOf(block) === 0 ? 'h1' : 'h2');
      return asHtml(brand, block);
    })
    .join('');
}

const pictureHtml = (alt: string, index: number): string =>
  `<img class="p" src="cid:${pictureId(index)}" alt="${escapeHtml(alt)}" style="${STYLES.picture}">`;

const headingHtml = (text: string, element: 'h1' | 'h2'): string =>
  `<${element} dir="auto" style="${STYLES.heading}">${escapeHtml(text)}</${element}>`;

function asHtml(brand: Brand, block: Exclude<MailBlock, PictureBlock | HeadingBlock>): string {
  if (typeof block === 'string') return `<p style="${STYLES.text}">${escapeHtml(block)}</p>`;
  if ('link' in block) {
    const link = anchor({ label: block.link, url: block.link });
    return `<p style="${STYLES.text}">${escapeHtml(block.text)} ${link}</p>`;
  }
  if ('quote' in block) return quoteHtml(block);
  const links = block.actions.map((action, i) => (i === 0 ? button(brand, action) : anchor(action, STYLES.other)));
  return `<p style="${STYLES.actions}">${links.join(' ')}</p>`;
}

function quoteHtml({ quote, author, action }: { quote: string; author: string; action: string }): string {
  const { mark, markText } = brandOf(author).light;
  const avatar =
    `<span aria-hidden="true" style="${STYLES.avatar};background:${mark};color:${markText}">` +
    `${escapeHtml(initialsOf(author))}</span>`;
  const name = `<b class="n" style="${STYLES.name}">${escapeHtml(author)}</b>`;
  return (
    `<p class="a" style="${STYLES.author}">${avatar}${name} ${escapeHtml(action)}</p>` +
    `<blockquote class="q" dir="auto" style="${STYLES.quote}">${escapeHtml(quote)}</blockquote>`
  );
}

const footerHtml = ({ text, actions }: NonNullable<MailContent['footer']>): string => {
  const links = actions.map((action) => anchor(action, 'color:#5b6472')).join(' &middot; ');
  return `<tr><td class="f" style="${STYLES.footer}">${escapeHtml(text)}${links && `<br>${links}`}</td></tr>`;
};

const button = ({ light }: Brand, { label, url }: MailLink) =>
  `<a href="${escapeHtml(url)}" class="b" ` +
  `style="${STYLES.button};background:${light.button};color:${light.buttonText}">${escapeHtml(label)}</a>`;

const anchor = ({ label, url }: MailLink, style = 'color:#2f55d4') =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
