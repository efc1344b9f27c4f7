import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Response } from '@whatwg-node/fetch';
import { compressor, encodingFor } from './compressed.ts';

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
};

export const typeOf = (path: string): string => TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream';

/** Answers with one file, kept in memory, revalidated by ETag. */
export type StaticFile = (request: Request) => Response | Promise<Response>;

/**
 * Reads a file at start and serves it from then on.
 * @param options.compress sends it compressed to who can unpack it
 */
export function staticFile(
  path: string,
  options: { headers?: Record<string, string>; edit?: (text: string) => string; compress?: boolean } = {},
): StaticFile {
  const raw = readFileSync(path);
  const content = options.edit ? Buffer.from(options.edit(raw.toString('utf8'))) : raw;
  const compressed = compressor(content);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return async (request) => {
    const encoding = options.compress ? encodingFor(request.headers.get('accept-encoding')) : null;
    const headers = {
      'content-type': typeOf(path),
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      etag: `"${hash}${encoding ? `-${encoding}` : ''}"`,
      ...(options.compress && { vary: 'accept-encoding' }),
      ...options.headers,
    };
    if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
    if (!encoding) return new Response(content, { headers });
    return new Response(await compressed(encoding), { headers: { ...headers, 'content-encoding': encoding } });
  };
}

/** Puts values into `{{NAME}}` places. */
export const fill =
  (values: Record<string, string>) =>
  (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
