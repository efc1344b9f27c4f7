import { readFileSync } from 'node:fs';
import { type StaticContent, staticContent } from './static-content.ts';

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
};

export const typeOf = (path: string): string => TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream';

/** Reads a file at start and serves it from then on. @param options.edit what is served instead of its text */
export function staticFile(
  path: string,
  options: { headers?: Record<string, string>; edit?: (text: string) => string } = {},
): StaticContent {
  const raw = readFileSync(path);
  const content = options.edit ? Buffer.from(options.edit(raw.toString('utf8'))) : raw;
  return staticContent(content, typeOf(path), options.headers);
}

/** Puts values into `{{NAME}}` places. */
export const fill =
  (values: Record<string, string>) =>
  (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
