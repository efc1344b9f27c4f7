import { Readable } from 'node:stream';
import { Response } from '@whatwg-node/fetch';
import type { Context } from '../../context.ts';
import type { ByteRange } from '../../infrastructure/storage/object-storage.ts';
import { findServedObject, openObject, type ServedObject } from '../../resolvers/objects/open-object.ts';

export const OBJECTS_PATH = '/objects/';

/**
 * Answers `GET /objects/<key>?expires=…&signature=…`: what a signed URL names, with ETag and ranges. A key has one
 * content for ever, so a browser that has it never asks again. The drawing of a comparison goes by the comparison's id.
 * @param breakOff ends the connection: nothing else tells the caller of what goes wrong when the head has gone
 * @throws FORBIDDEN, NOT_FOUND, INTERNAL
 */
export async function serveObject(ctx: Context, request: Request, breakOff: () => void): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const object = await findServedObject(ctx, {
    name: pathname.slice(OBJECTS_PATH.length),
    expires: searchParams.get('expires'),
    signature: searchParams.get('signature'),
  });
  const headers = headersOf(object);
  if (matches(request.headers.get('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers });
  const range = wantsRange(request, headers.etag) ? rangeOf(request.headers.get('range'), object.size) : undefined;
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${object.size}` } });
  }
  const length = range ? range.end - range.start + 1 : object.size;
  const stretch = range && { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` };
  const bytes = request.method === 'HEAD' ? null : await openObject(ctx, object, range);
  // A caller who goes while nothing moves is told of by nothing else.
  ctx.signal?.addEventListener('abort', () => bytes?.destroy(), { once: true });
  if (ctx.signal?.aborted) bytes?.destroy();
  const sent = bytes && Readable.toWeb(Readable.from(untilBroken(bytes)));
  return new Response(sent as ReadableStream | null, {
    status: range ? 206 : 200,
    headers: { ...headers, ...stretch, 'content-length': String(length) },
  });

  async function* untilBroken(stream: Readable): AsyncIterable<Buffer> {
    try {
      yield* stream;
    } catch (error) {
      if (ctx.signal?.aborted) return;
      ctx.logger.error({ err: error, key: object.key }, 'an object broke off while it was sent');
      breakOff();
    }
  }
}

const headersOf = ({ key, contentType, secondsLeft }: ServedObject) => ({
  'content-type': contentType,
  ...(key.endsWith('.gz') && { 'content-encoding': 'gzip' }),
  etag: `"${key.slice(0, 32)}"`,
  'accept-ranges': 'bytes',
  'cache-control': `private, max-age=${secondsLeft}, immutable`,
  // Opened as a document, it can do nothing; on any page, it can be shown.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
});

const matches = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/** A range of another version would not fit to what the caller has. */
function wantsRange(request: Request, etag: string): boolean {
  const condition = request.headers.get('if-range');
  return condition === null || condition === etag;
}

/** The one stretch that is asked for; a header that asks for several, or for something else, is ignored. */
function rangeOf(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}
