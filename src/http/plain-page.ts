import { Response } from '@whatwg-node/fetch';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}' +
  'button,textarea{font:inherit}button{padding:.5rem 1rem}textarea{box-sizing:border-box;width:100%;margin:.5rem 0 1rem}' +
  'label{display:block}';

/** A page that a link in a mail opens. Every text is HTML that the service wrote. */
export interface PlainPage {
  title: string;
  text: string;
  /** Without an action, the form posts to the link itself. */
  form?: { button: string; fields?: string };
}

/**
 * Creates the response for a page without scripts.
 *
 * @param headersOf headers of a page, such as its content security policy
 */
export function plainPage(
  headersOf: (html: string) => Record<string, string>,
  status: number,
  { title, text, form }: PlainPage,
): Response {
  const post = form ? `<form method="post">${form.fields ?? ''}<button>${form.button}</button></form>` : '';
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${title} · Pinbound</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p role="status">${text}</p>${post}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      ...headersOf(html),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}
