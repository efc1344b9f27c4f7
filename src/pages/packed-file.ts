import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { encodingFor } from './compressed.ts';
import { type StaticFile, typeOf } from './static-file.ts';

const unpack = promisify(gunzip);

/** Serves a large file that the build has compressed: it is kept, and nearly always sent, as it lies there. @param path without its `.gz` */
export function packedFile(path: string): StaticFile {
  const packed = new Uint8Array(readFileSync(`${path}.gz`));
  const hash = createHash('sha256').update(packed).digest('base64url').slice(0, 22);
  return async (request) => {
    const isPacked = encodingFor(request.headers.get('accept-encoding'), ['gzip']) !== null;
    const headers = {
      'content-type': typeOf(path),
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      etag: `"${hash}${isPacked ? '-gzip' : ''}"`,
    };
    if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
    if (!isPacked) return new Response(new Uint8Array(await unpack(packed)), { headers });
    return new Response(packed, { headers: { ...headers, 'content-encoding': 'gzip' } });
  };
}
