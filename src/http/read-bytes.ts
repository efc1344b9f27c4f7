import { AppError } from '../errors.ts';
import type { ByteReservation } from '../lib/byte-budget.ts';

/** The client closed the connection before the end of its request. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/**
 * Reads the raw bytes of a body.
 *
 * @throws PAYLOAD_TOO_LARGE, and the error of an exceeded budget
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  reservation: ByteReservation,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!request.body) return new Uint8Array();
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    try {
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      reservation.reserve(chunk.value.byteLength);
    } catch (error) {
      drain(reader);
      throw error;
    }
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks);
}

/**
 * Discards the rest of a body: unread, it would block the connection; canceled, it would end the
 * response.
 */
function drain(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.read().then(
    ({ done }) => {
      if (!done) drain(reader);
    },
    () => undefined,
  );
}

export const tooLarge = (maxBytes: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The body exceeds the limit of ${maxBytes} bytes`);
