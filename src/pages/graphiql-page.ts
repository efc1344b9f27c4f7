import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_HEADERS } from './page-headers.ts';
import { fill } from './static-file.ts';

/**
 * Renders the page of GraphiQL. Its scripts and styles are separate files.
 *
 * @param assets directory of the built client files
 */
export function graphiqlPage(assets: string): (options?: object) => string {
  const page = readFileSync(join(assets, 'graphiql.html'), 'utf8');
  return (options = {}) => fill({ OPTIONS: attribute(JSON.stringify(options)) })(page);
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Content security policy of GraphiQL, whose style sheet contains its fonts. */
const SECURITY_POLICY = `${PAGE_HEADERS['content-security-policy']}; font-src data:`;

/** Adds the headers of pages to an HTML response. It may contain a token, so it is not cached. */
export function asPage(response: Response): Response {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const headers = new Headers({
    ...PAGE_HEADERS,
    'content-security-policy': SECURITY_POLICY,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  // Setting Content-Type on the response itself would send two values.
  return new Response(response.body, { status: response.status, headers });
}
