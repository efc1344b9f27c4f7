import { readFileSync } from 'node:fs';
import { type StaticContent, staticContent } from './static-content.ts';

type Headers = Record<string, string>;

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
};

/** Headers of files whose names contain a hash of their content. */
export const HASHED_FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

export const typeOf = (path: string): string => TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream';

const contents = new Map<string, Uint8Array<ArrayBuffer>>();

/** Reads a file once per process, however many apps serve it. */
export function readOnce(path: string): Uint8Array<ArrayBuffer> {
  const known = contents.get(path) ?? new Uint8Array(readFileSync(path));
  contents.set(path, known);
  return known;
}

/**
 * Reads a file once and serves it from memory.
 *
 * @param options.edit changes the text that is served
 * @param options.headers of the response, or a function of the served text
 */
export function staticFile(
  path: string,
  options: { headers?: Headers | ((text: string) => Headers); edit?: (text: string) => string } = {},
): StaticContent {
  const raw = readOnce(path);
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const content = options.edit ? new TextEncoder().encode(options.edit(textOf(raw))) : raw;
  const { headers } = options;
  return staticContent(content, typeOf(path), typeof headers === 'function' ? headers(textOf(content)) : headers);
}

/** Replaces `{{NAME}}` placeholders by values. */
export const fill =
  (values: Record<string, string>) =>
  (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** Removes the parts `<!--name-->…<!--/name-->` of an HTML text that are not shown. */
export const withParts =
  (shown: Readonly<Record<string, boolean>>) =>
  (html: string): string =>
    html.replace(/<!--(\w+)-->([\s\S]*?)<!--\/\1-->/g, (_part, name: string, content: string) => {
      return shown[name] ? content : '';
    });
