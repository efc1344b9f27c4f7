import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Response } from '@whatwg-node/fetch';
import { brandOf, SERVICE_NAME } from '../lib/brand.ts';
import { documentHtml } from '../lib/client-page.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { type Part, parseMail } from './parse-mail.ts';
import { pageHeaders } from './security-policy.ts';
import type { StaticContent } from './static-content.ts';

/** Domain of the addresses whose mails the page shows. Nobody can have an address there. */
const DOMAIN = 'visitor.example';
const MAX_MAILS = 20;

interface ShownMail {
  /** Name of the file. */
  file: string;
  from: string;
  to: string;
  subject: string;
  /** HTML of the mail, with its pictures. */
  html: string;
  /** Address of the comment, with the code of the mail; empty if the mail has none. */
  link: string;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** The page itself frames its mails, which run no scripts and load nothing. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * Creates the page with the mails to visitors of the demo, as a mail program would show them. They
 * are files, because the demo has no mail server.
 *
 * @param directory of the files
 */
export function createDemoMails(directory: string): StaticContent {
  return async (request) => {
    const mails = await readMails(directory);
    const name = new URL(request.url).searchParams.get('mail');
    if (name !== null) {
      const html = mails.find(({ file }) => file === name)?.html ?? '';
      return new Response(html, { headers: { ...HEADERS, 'content-security-policy': MAIL_POLICY } });
    }
    const html = pageOf(mails);
    return new Response(html, { headers: { ...pageHeaders(html), ...HEADERS } });
  };
}

/** Reads the newest mails, the newest first. */
async function readMails(directory: string): Promise<ShownMail[]> {
  const files = (await readdir(directory).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse();
  const mails: ShownMail[] = [];
  for (const file of files) {
    if (mails.length === MAX_MAILS) break;
    const { header, parts } = parseMail(await readFile(join(directory, file), 'latin1').catch(() => ''));
    const to = header('to');
    if (!to.endsWith(`@${DOMAIN}`)) continue;
    const text = parts.find(({ type }) => type === 'text/plain')?.content.toString() ?? '';
    const link = /https?:\/\/[^\s"<>]+#pinbound=[\w.-]+/.exec(text)?.[0] ?? '';
    mails.push({ file, from: header('from'), to, subject: header('subject'), html: htmlOf(parts), link });
  }
  return mails;
}

/** HTML of a mail, whose links open beside the page. */
function htmlOf(parts: readonly Part[]): string {
  const html = parts.find(({ type }) => type === 'text/html')?.content.toString() ?? '';
  return parts
    .filter(({ id }) => id !== '')
    .reduce(
      (shown, { id, type, content }) =>
        shown.replaceAll(`cid:${id}`, `data:${type};base64,${content.toString('base64')}`),
      html.replaceAll('<a href=', '<a target="_blank" rel="noopener" href='),
    );
}

const STYLE =
  '<style>ul{margin:0;padding:0;list-style:none}li{padding:16px 0;border-top:1px solid var(--line)}li>*{display:block}' +
  'b{font-weight:600}small{color:var(--soft);font-size:14px}iframe{width:100%;height:440px;margin:12px 0;border:1px solid var(--line);border-radius:9px}</style>';

function pageOf(mails: readonly ShownMail[]): string {
  const items = mails.map(
    ({ file, from, to, subject, link }) =>
      `<li><b>${escapeHtml(subject)}</b><small>From ${escapeHtml(from)}</small><small>To ${escapeHtml(to)}</small>` +
      `<iframe title="${escapeHtml(subject)}" src="/demo/mails?mail=${encodeURIComponent(file)}" loading="lazy" ` +
      'sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>' +
      `${link ? `<a href="${escapeHtml(link)}">Open the comment</a>` : ''}</li>`,
  );
  const content =
    `<h1>Mails of the demo</h1><p>Answers to comments with an address such as <b>you@${DOMAIN}</b> are shown here. ` +
    'A mail collects the answers of five minutes; with <code>MAIL_GROUPING=0</code> it is written after 15 seconds. ' +
    'The link continues the comment on any device: open it in a private window. Reload the page for newer mails.</p>' +
    `${items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p role="status">No mail yet. This page looks again every 15 seconds.</p>'}`;
  // A refresh would interrupt reading once there are mails.
  const head = items.length > 0 ? STYLE : `${STYLE}<meta http-equiv="refresh" content="15">`;
  return documentHtml({ brand: brandOf(SERVICE_NAME), title: 'Mails of the demo', content, head });
}
