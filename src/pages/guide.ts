import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Request, Response } from '@whatwg-node/fetch';
import { pageHeaders } from './security-policy.ts';
import type { StaticContent } from './static-content.ts';
import { HASHED_FILE_HEADERS, staticFile } from './static-file.ts';

/** Path of the documentation. */
const GUIDE = '/guide';

/** Paths below it; the last pattern of the guide, for addresses without a page. */
export const GUIDE_PATH = new RegExp(`^${GUIDE}/.*$`);

interface Guide {
  /** Pages, and the files that they load, by path. */
  pages: Map<string, StaticContent>;
  /** The page at any other path. */
  missing: StaticContent;
}

/**
 * Creates the pages of the built documentation. Each file is read by its first request: most
 * processes never serve most of the pictures.
 *
 * @param directory the built documentation
 */
export function createGuide(directory: string): Guide {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'));
  const pages = new Map<string, StaticContent>([[GUIDE, redirect]]);
  for (const name of names.filter((each) => each.includes('.') && each !== '404.html')) {
    const path = `${GUIDE}/${name.replace(/(^index)?\.html$/, '')}`;
    const headers = name.endsWith('.html') ? pageHeaders : () => HASHED_FILE_HEADERS;
    pages.set(
      path,
      onFirstRequest(() => staticFile(join(directory, name), { headers })),
    );
  }
  const missing = onFirstRequest(() => staticFile(join(directory, '404.html'), { headers: pageHeaders }));
  return {
    pages,
    async missing(request) {
      // A copy that the client has would not be sent again.
      const encoding = request.headers.get('accept-encoding') ?? '';
      const { body, headers } = await missing(new Request(request.url, { headers: { 'accept-encoding': encoding } }));
      return new Response(body, { status: 404, headers });
    },
  };
}

const redirect: StaticContent = async () => new Response(null, { status: 308, headers: { location: `${GUIDE}/` } });

function onFirstRequest(create: () => StaticContent): StaticContent {
  let content: StaticContent | undefined;
  return (request) => {
    content ??= create();
    return content(request);
  };
}
