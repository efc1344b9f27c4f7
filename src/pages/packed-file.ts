import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type StaticContent, serve } from './static-content.ts';
import { typeOf } from './static-file.ts';

const unpack = promisify(gunzip);

/** Serves a large file that the build has compressed: it is kept, and nearly always sent, as it lies there. @param path without its `.gz` */
export function packedFile(path: string): StaticContent {
  const packed = new Uint8Array(readFileSync(`${path}.gz`));
  return serve({
    type: typeOf(path),
    stored: packed,
    encodings: ['gzip'],
    bytes: async (encoding) => (encoding ? packed : new Uint8Array(await unpack(packed))),
  });
}
