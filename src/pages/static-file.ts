import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Response } from '@whatwg-node/fetch';

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
};

/** Answers with one file, kept in memory, revalidated by ETag. */
export type StaticFile = (request: Request) => Response;

/** Reads a file at start and serves it from then on. */
export function staticFile(
  path: string,
  options: { headers?: Record<string, string>; edit?: (text: string) => string } = {},
): StaticFile {
  const raw = readFileSync(path);
  const content = options.edit ? Buffer.from(options.edit(raw.toString('utf8'))) : raw;
  const headers = {
    'content-type': TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-content-type-options': 'nosniff',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    ...options.headers,
  };
  return (request) =>
    request.headers.get('if-none-match') === headers.etag
      ? new Response(null, { status: 304, headers })
      : new Response(content, { headers });
}

/** Puts values into `{{NAME}}` places. */
export const fill =
  (values: Record<string, string>) =>
  (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
