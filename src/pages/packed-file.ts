import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type StaticContent, serve } from './static-content.ts';
import { readOnce, typeOf } from './static-file.ts';

const decompress = promisify(gunzip);

/**
 * Serves a large file that the build has compressed. It is stored, and nearly always sent,
 * compressed.
 *
 * @param path without `.gz`
 */
export function packedFile(path: string): StaticContent {
  const packed = readOnce(`${path}.gz`);
  return serve({
    type: typeOf(path),
    stored: packed,
    encodings: ['gzip'],
    bytes: async (encoding) => (encoding ? packed : new Uint8Array(await decompress(packed))),
  });
}
