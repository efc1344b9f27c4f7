import { Readable } from 'node:stream';
import { Response } from '@whatwg-node/fetch';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { type ByteRange, kindOf, ObjectMissing } from '../../infrastructure/storage/object-storage.ts';
import { SHORT_PATH } from '../../infrastructure/storage/signed-urls.ts';
import { comparisonOf, findDiffImage, renderDiffImage } from '../../resolvers/addons/comparisons/diff-image.ts';
import { findPicture } from '../../resolvers/core/annotations/pictures/read-picture.ts';
import { attachmentOf } from '../../resolvers/core/attachments/attachment-row.ts';
import { findAttachedObject } from '../../resolvers/core/attachments/find-attached-object.ts';
import { type PinCrop, pinCropOf, renderPinCrop } from '../../resolvers/core/snapshot-pins/pin-crop.ts';
import { reportLostObject } from '../../resolvers/platform/objects/flag-missing.ts';
import {
  checkObjectUrl,
  findObject,
  openObject,
  type StoredObject,
} from '../../resolvers/platform/objects/open-object.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import { type Endpoint, READ } from '../pipeline.ts';
import type { FetchCall } from '../transports.ts';

export const OBJECTS_PATH = '/objects/';

/**
 * `GET /objects/<key>?expires=…&signature=…`, and in short `GET /o/<name>?…`: the object of a
 * signed URL.
 */
export const storedObject: Endpoint<Response, FetchCall & BudgetedCall> = {
  methods: READ,
  path: /^\/(objects|o)\//,
  // After the headers, only a closed connection reports an error.
  handle: ({ context, request, incoming }) => serveObject(context, request, () => incoming.socket.destroy()),
};

/**
 * Reads the object of a URL that an answer contains, with the same checks as a request.
 *
 * @throws FORBIDDEN, NOT_FOUND, INTERNAL
 */
export async function readObject(ctx: Context, url: string): Promise<Uint8Array> {
  let isBroken = false;
  const response = await serveObject(ctx, new Request(url), () => {
    isBroken = true;
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (isBroken) throw notFound('Object');
  return bytes;
}

/**
 * Returns the object of a URL. Pictures of annotations have short URLs; diff images, crops and
 * attachments have other names than keys.
 *
 * @param closeConnection called if reading fails after the headers were sent
 * @throws FORBIDDEN, NOT_FOUND, INTERNAL
 */
async function serveObject(ctx: Context, request: Request, closeConnection: () => void): Promise<Response> {
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.startsWith(SHORT_PATH)) {
    const { object, secondsLeft } = await findPicture(ctx, pathname.slice(SHORT_PATH.length), search.slice(1));
    return sendObject(ctx, request, { object, secondsLeft, closeConnection });
  }
  const name = pathname.slice(OBJECTS_PATH.length);
  const pinCrop = pinCropOf(name);
  const find = finderOf(name);
  if (!find && !pinCrop) throw notFound('Object');
  const secondsLeft = checkObjectUrl(ctx, {
    name,
    expires: searchParams.get('expires'),
    signature: searchParams.get('signature'),
  });
  if (pinCrop) return servePinCrop(ctx, request, pinCrop, secondsLeft);
  if (!find) throw notFound('Object');
  return sendObject(ctx, request, { object: await find(ctx), secondsLeft, closeConnection });
}

interface Sending {
  object: FoundObject;
  secondsLeft: number;
  closeConnection(): void;
}

/**
 * Sends an object, with ETag and ranges. The content of a key never changes, so browsers do not
 * revalidate it.
 */
async function sendObject(
  ctx: Context,
  request: Request,
  { object, secondsLeft, closeConnection }: Sending,
): Promise<Response> {
  const headers = headersOf(object, secondsLeft);
  if (matches(request.headers.get('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers });
  const range = wantsRange(request, headers.etag) ? rangeOf(request.headers.get('range'), object.size) : undefined;
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${object.size}` } });
  }
  const length = range ? range.end - range.start + 1 : object.size;
  const rangeHeader = range && { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` };
  const bytes =
    request.method === 'HEAD' ? null : await openObject(ctx, object, range, (cause) => reportLostObject(ctx, cause));
  // A stalled stream does not notice that the client disconnected.
  ctx.signal?.addEventListener('abort', () => bytes?.destroy(), { once: true });
  if (ctx.signal?.aborted) bytes?.destroy();
  const sent = bytes && Readable.toWeb(Readable.from(untilBroken(bytes)));
  return new Response(sent as ReadableStream | null, {
    status: range ? 206 : 200,
    headers: { ...headers, ...rangeHeader, 'content-length': String(length) },
  });

  async function* untilBroken(stream: Readable): AsyncIterable<Buffer> {
    try {
      yield* stream;
    } catch (error) {
      if (ctx.signal?.aborted) return;
      ctx.logger.error({ err: error, key: object.key }, 'object read failed during the response');
      closeConnection();
    }
  }
}

/**
 * Returns the crop of a pin, which is rendered on each request: browsers keep it like the picture
 * it is from.
 */
async function servePinCrop(ctx: Context, request: Request, crop: PinCrop, secondsLeft: number): Promise<Response> {
  const bytes = await renderPinCrop(ctx, crop).catch(async (error: unknown) => {
    throw error instanceof ObjectMissing ? await reportLostObject(ctx, error) : error;
  });
  const headers = { 'content-type': 'image/webp', 'content-length': String(bytes.length), ...rightsOf(secondsLeft) };
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

/** An object, with its header Content-Disposition if it has a name. */
type FoundObject = StoredObject & { disposition?: string };

/** Returns the function that finds the object of a name; undefined for other names. */
function finderOf(name: string): ((ctx: Context) => Promise<FoundObject>) | undefined {
  if (kindOf(name)) return (ctx) => findObject(ctx, name);
  const attachment = attachmentOf(name);
  if (attachment) return (ctx) => findAttachedObject(ctx, attachment);
  const comparisonId = comparisonOf(name);
  return comparisonId ? async (ctx) => findObject(ctx, await diffImageKey(ctx, comparisonId)) : undefined;
}

/** Key of a comparison's diff image, which is rendered on its first request. */
async function diffImageKey(ctx: Context, comparisonId: string): Promise<string> {
  const found = await findDiffImage(ctx, comparisonId);
  return found.diffKey ?? renderDiffImage(ctx, found);
}

const headersOf = ({ key, contentType, disposition }: FoundObject, secondsLeft: number) => ({
  'content-type': contentType,
  ...(disposition && { 'content-disposition': disposition }),
  ...(key.endsWith('.gz') && { 'content-encoding': 'gzip' }),
  etag: `"${key.slice(0, 32)}"`,
  'accept-ranges': 'bytes',
  ...rightsOf(secondsLeft),
});

const rightsOf = (secondsLeft: number) => ({
  'cache-control': `private, max-age=${secondsLeft}, immutable`,
  // As a document it has no rights; every page may embed it as an image.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
});

const matches = (header: string | null, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/** A range of another version would not match the client's copy. */
function wantsRange(request: Request, etag: string): boolean {
  const condition = request.headers.get('if-range');
  return condition === null || condition === etag;
}

/** Range of the header. Multiple ranges and other units are ignored. */
function rangeOf(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}
