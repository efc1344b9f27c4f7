import { AppError } from '../errors.ts';
import type { ByteShare } from '../lib/byte-budget.ts';

/** A body as it was sent. @throws PAYLOAD_TOO_LARGE, and what a full share says */
export async function readBytes(
  request: Request,
  maxBytes: number,
  share: ByteShare,
): Promise<Uint8Array<ArrayBuffer>> {
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
