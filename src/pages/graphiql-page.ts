import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_HEADERS } from './page-headers.ts';
import { fill } from './static-file.ts';

/**
 * Writes the page of GraphiQL, whose parts are files beside it.
 * @param assets the directory that the build writes client files to
 */
export function graphiqlPage(assets: string): (options?: object) => string {
  const page = readFileSync(join(assets, 'graphiql.html'), 'utf8');
  return (options = {}) => fill({ OPTIONS: attribute(JSON.stringify(options)) })(page);
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** GraphiQL's style sheet brings its fonts along. */
const SECURITY_POLICY = `${PAGE_HEADERS['content-security-policy']}; font-src data:`;

/** Gives an answer the headers of our pages, if it is one; it may hold a token, so nobody keeps it. */
export function asPage(response: Response): Response {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const headers = new Headers({
    ...PAGE_HEADERS,
    'content-security-policy': SECURITY_POLICY,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  // Set on the answer itself, its Content-Type would be sent beside the one that it has.
  return new Response(response.body, { status: response.status, headers });
}
