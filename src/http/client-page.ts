import { Response } from '@whatwg-node/fetch';
import { type ClientPage, clientPageHtml } from '../lib/client-page.ts';

/**
 * Creates the response for a page that a link in a mail opens.
 *
 * @param headersOf headers of a page, such as its content security policy
 */
export function clientPage(
  headersOf: (html: string) => Record<string, string>,
  status: number,
  page: ClientPage,
): Response {
  const html = clientPageHtml(page);
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
