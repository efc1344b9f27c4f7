import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageHeaders } from './security-policy.ts';
import { fill } from './static-file.ts';

export interface GraphiqlPage {
  /** Renders the page, whose scripts and styles are separate files. */
  render(options?: object): string;
  /** Adds the headers of pages to an HTML response. It may contain a token, so it is not cached. */
  withHeaders(response: Response): Response;
}

/** @param assets directory of the built client files */
export function createGraphiqlPage(assets: string): GraphiqlPage {
  const page = readFileSync(join(assets, 'graphiql.html'), 'utf8');
  const headers = {
    ...pageHeaders(page, { insertsStyles: true, hasInlineFonts: true }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  };
  return {
    render: (options = {}) => fill({ OPTIONS: attribute(JSON.stringify(options)) })(page),
    withHeaders(response) {
      if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
      // Setting Content-Type on the response itself would send two values.
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
