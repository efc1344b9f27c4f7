import { createHash } from 'node:crypto';
import { Response } from '@whatwg-node/fetch';
import { oncePer } from '../lib/once-per.ts';
import { compressor, ENCODINGS, type Encoding, encodingFor } from './compressed.ts';

/** Responds with content that does not change while the process runs, revalidated by ETag. */
export type StaticContent = (request: Request) => Promise<Response>;

interface Content {
  /** Value of Content-Type. */
  type: string;
  /** Bytes that the ETag is the hash of. */
  stored: Uint8Array;
  /** Encodings besides the plain content. */
  encodings: readonly Encoding[];
  bytes(encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>>;
  headers?: Record<string, string>;
}

/**
 * Serves bytes from memory, texts compressed if the client accepts it.
 *
 * @param type value of Content-Type
 */
export function staticContent(
  plain: Uint8Array<ArrayBuffer>,
  type: string,
  headers?: Record<string, string>,
): StaticContent {
  const compressed = compressorOf(plain);
  const isText = /^text\/|^application\/json\b/.test(type);
  return serve({
    type,
    stored: plain,
    encodings: isText ? ENCODINGS : [],
    bytes: async (encoding) => (encoding ? compressed(encoding) : plain),
    headers,
  });
}

/** Several apps in one process serve the same bytes. */
const compressorOf = oncePer(compressor);
const hashOf = oncePer((stored: Uint8Array) => createHash('sha256').update(stored).digest('base64url').slice(0, 22));

export function serve({ type, stored, encodings, bytes, headers: own }: Content): StaticContent {
  const hash = hashOf(stored);
  return async (request) => {
    const encoding = encodingFor(request.headers.get('accept-encoding'), encodings);
    const headers = {
      'content-type': type,
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      etag: `"${hash}${encoding ? `-${encoding}` : ''}"`,
      ...(encodings.length > 0 && { vary: 'accept-encoding' }),
      ...own,
    };
    if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
    return new Response(await bytes(encoding), {
      headers: { ...headers, ...(encoding && { 'content-encoding': encoding }) },
    });
  };
}
