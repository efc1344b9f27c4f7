import { type Brand, brandOf, SERVICE_NAME } from './brand.ts';
import { escapeHtml } from './escape-html.ts';

/** Content of a page that a link in a mail opens. Every text is plain text. */
export interface ClientPage {
  /** Name of the project that the page is about. Default: that of the service. */
  project?: string;
  title: string;
  text?: string;
  /** Text that a person wrote. */
  quote?: { heading: string; text: string };
  pictures?: readonly ClientPicture[];
  /** The form posts to the address of the page. */
  form?: { button: string; field?: { name: string; label: string; maxLength: number } };
  links?: readonly { label: string; href: string }[];
}

/** A picture that the page contains, PNG, JPEG or WebP. */
interface ClientPicture {
  caption: string;
  content: Uint8Array;
}

/** HTML of a page without scripts. */
export function clientPageHtml({ project, title, text, quote, pictures = [], form, links = [] }: ClientPage): string {
  const brand = brandOf(project ?? SERVICE_NAME);
  const content = [
    `<h1>${escapeHtml(title)}</h1>`,
    text === undefined ? '' : `<p role="status">${escapeHtml(text)}</p>`,
    quote ? quoteHtml(quote) : '',
    pictures.length > 0 ? `<div class="pictures">${pictures.map(pictureHtml).join('')}</div>` : '',
    form ? formHtml(form) : '',
    links.length > 0 ? `<p class="links">${links.map(linkHtml).join('')}</p>` : '',
  ].join('');
  return documentHtml({ brand, title, content });
}

/**
 * HTML of a document in the style of pages for clients.
 *
 * @param page.content HTML of the main part
 * @param page.head further HTML of the head
 */
export function documentHtml(page: { brand: Brand; title: string; content: string; head?: string }): string {
  const { brand, title, content, head = '' } = page;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">${head}` +
    `<title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title><style>${styleOf(brand)}</style></head>` +
    `<body><header><span class="mark" aria-hidden="true">${escapeHtml(brand.initials)}</span>` +
    `<span>${escapeHtml(brand.name)}</span></header><main>${content}</main></body></html>`
  );
}

const quoteHtml = ({ heading, text }: { heading: string; text: string }): string =>
  `<figure class="quote"><figcaption>${escapeHtml(heading)}</figcaption>` +
  `<blockquote dir="auto">${escapeHtml(text)}</blockquote></figure>`;

const pictureHtml = ({ caption, content }: ClientPicture): string => {
  const url = `data:image/${typeOf(content)};base64,${Buffer.from(content).toString('base64')}`;
  return `<figure><figcaption>${escapeHtml(caption)}</figcaption><img src="${url}" alt="${escapeHtml(caption)}"></figure>`;
};

const typeOf = ([first]: Uint8Array): string => (first === 0x89 ? 'png' : first === 0xff ? 'jpeg' : 'webp');

function formHtml({ button, field }: NonNullable<ClientPage['form']>): string {
  const area = field
    ? `<label>${escapeHtml(field.label)}<textarea name="${field.name}" rows="5" maxlength="${field.maxLength}"></textarea></label>`
    : '';
  return `<form method="post">${area}<button>${escapeHtml(button)}</button></form>`;
}

const linkHtml = ({ label, href }: { label: string; href: string }): string =>
  `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;

const styleOf = ({ light, dark }: Brand): string =>
  [
    ':root{color-scheme:light dark;--page:#f4f5f7;--face:#fff;--ink:#1c2330;--soft:#5b6472;--line:#dfe3e8;--link:#2f55d4;',
    `--button:${light.button};--on-button:${light.buttonText};--mark:${light.mark};--on-mark:${light.markText}}`,
    '@media (prefers-color-scheme:dark){:root{--page:#14181f;--face:#1d222b;--ink:#e8ebf0;--soft:#a3acba;--line:#323a46;',
    `--link:#9db4ff;--button:${dark.button};--on-button:${dark.buttonText};--mark:${dark.mark};--on-mark:${dark.markText}}}`,
    '*{box-sizing:border-box}',
    'body{margin:0;padding:32px 16px;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}',
    'header,main{max-width:600px;margin:0 auto}',
    'header{display:flex;align-items:center;gap:10px;padding:0 4px 16px;font-weight:600}',
    '.mark{display:grid;place-items:center;flex:none;width:32px;height:32px;border-radius:9px;background:var(--mark);color:var(--on-mark);font-size:13px;font-weight:700}',
    'main{padding:28px;border:1px solid var(--line);border-radius:14px;background:var(--face)}',
    'h1{margin:0 0 12px;font-size:24px;line-height:1.25;letter-spacing:-.015em;text-wrap:balance}',
    'p{margin:0 0 20px;color:var(--soft)}',
    'main>:last-child{margin-bottom:0}',
    'figure{margin:0;min-width:0}',
    'figcaption{margin:0 0 6px;color:var(--soft);font-size:14px}',
    '.quote{margin:0 0 20px}',
    'blockquote{margin:0;padding:12px 14px;border-radius:9px;background:var(--page);white-space:pre-wrap}',
    '.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:16px;margin:0 0 24px}',
    'img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:9px;background:#fff}',
    'form{margin:0 0 16px}',
    'label{display:block;font-weight:600}',
    'textarea{display:block;width:100%;margin:6px 0 16px;padding:10px 12px;border:1px solid var(--soft);border-radius:9px;background:var(--face);color:inherit;font:inherit;resize:vertical}',
    'button{min-height:44px;padding:0 22px;border:0;border-radius:10px;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;cursor:pointer}',
    'a{color:var(--link)}',
    '.links{display:flex;flex-wrap:wrap;gap:8px 20px}',
    '.links a{padding:10px 0}',
    ':focus-visible{outline:2px solid var(--link);outline-offset:2px}',
    '@media (max-width:420px){main{padding:20px}form button{width:100%}}',
  ].join('');
