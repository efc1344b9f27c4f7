import { AppError, badInput } from '../errors.ts';
import type { ByteShare } from '../infrastructure/byte-budget.ts';
import { parseJsonObject } from './json-object.ts';

/**
 * The members of a JSON object sent as body; no body at all is an empty object.
 * @param maxBytes counted as they arrive, whatever Content-Length says
 * @param share counts what arrives
 * @throws PAYLOAD_TOO_LARGE, BAD_USER_INPUT, and what a full share says
 */
export async function readJsonObject(
  request: Request,
  maxBytes: number,
  share: ByteShare,
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes, share);
  if (bytes.length === 0) return {};
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw badInput(`Content-Encoding: found "${encoding}", expected none; send the body uncompressed`);
  }
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw badInput(`Content-Type: found "${contentType}", expected application/json`);
  }
  return parseJsonObject(bytes);
}

/** A body as it was sent. @throws PAYLOAD_TOO_LARGE, and what a full share says */
export async function readBytes(request: Request, maxBytes: number, share: ByteShare): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    try {
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      share.take(part.value.byteLength);
    } catch (refusal) {
      drain(reader);
      throw refusal;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Reads the rest and forgets it: unread it would block the connection, and cancelled it would take the answer along. */
function drain(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.read().then(
    ({ done }) => {
      if (!done) drain(reader);
    },
    () => undefined,
  );
}

export const tooLarge = (maxBytes: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The body is over ${maxBytes} bytes, the most that is taken here`);
