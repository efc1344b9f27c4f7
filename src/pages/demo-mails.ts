import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Response } from '@whatwg-node/fetch';
import { escapeHtml } from '../lib/escape-html.ts';
import { pageHeaders } from './security-policy.ts';
import type { StaticContent } from './static-content.ts';

/** Domain of the addresses whose mails the page shows. Nobody can have an address there. */
const DOMAIN = 'visitor.example';
const MAX_MAILS = 20;

interface ShownMail {
  to: string;
  subject: string;
  /** Address of the comment, with the code of the mail; empty if the mail has none. */
  link: string;
}

/**
 * Creates the page with the mails to visitors of the demo, as a mail program would show them. They
 * are files, because the demo has no mail server.
 *
 * @param directory of the files
 */
export function createDemoMails(directory: string): StaticContent {
  return async () => {
    const html = pageOf(await readMails(directory));
    const headers = {
      ...pageHeaders(html),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    };
    return new Response(html, { headers });
  };
}

/** Reads the newest mails, the newest first. */
async function readMails(directory: string): Promise<ShownMail[]> {
  const names = (await readdir(directory).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse();
  const mails: ShownMail[] = [];
  for (const name of names) {
    if (mails.length === MAX_MAILS) break;
    const mail = readMail(await readFile(join(directory, name), 'latin1').catch(() => ''));
    if (mail) mails.push(mail);
  }
  return mails;
}

/** @param source the file, one character per byte */
function readMail(source: string): ShownMail | null {
  const headers = source.slice(0, source.search(/\r?\n\r?\n/)).replace(/\r?\n(?=[ \t])/g, '');
  const header = (name: string) => decodeWords(new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1]?.trim() ?? '');
  const to = header('To');
  if (!to.endsWith(`@${DOMAIN}`)) return null;
  const text = decodeQuotedPrintable(source.replace(/=\r?\n/g, ''));
  return { to, subject: header('Subject'), link: /https?:\/\/[^\s"<>]+#pinbound=[\w.-]+/.exec(text)?.[0] ?? '' };
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Decodes the words of a header that are not ASCII (RFC 2047). */
const decodeWords = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_match, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    );

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}' +
  'ul{padding:0;list-style:none}li{padding:.75rem 0;border-top:1px solid #8886}small{opacity:.7}';

function pageOf(mails: readonly ShownMail[]): string {
  const items = mails.map(
    ({ to, subject, link }) =>
      `<li><b>${escapeHtml(subject)}</b><br><small>To ${escapeHtml(to)}</small>` +
      `${link ? `<br><a href="${escapeHtml(link)}">Open the comment</a>` : ''}</li>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta http-equiv="refresh" content="15"><title>Mails of the demo</title><style>${STYLE}</style></head><body><main>` +
    `<h1>Mails of the demo</h1><p>Answers to comments with an address such as <b>you@${DOMAIN}</b> are shown here. ` +
    'A mail collects the answers of five minutes; with <code>MAIL_GROUPING=0</code> it is written after 15 seconds. ' +
    'The link continues the comment on any device: open it in a private window.</p>' +
    `${items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p role="status">No mail yet. This page looks again every 15 seconds.</p>'}` +
    '</main></body></html>'
  );
}
