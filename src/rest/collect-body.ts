import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { badInput } from '../errors.ts';
import { ClientDisconnected, tooLarge } from '../http/read-bytes.ts';
import type { ByteReservation } from '../lib/byte-budget.ts';
import { parseJsonObject } from './read-arguments.ts';

const unzip = promisify(gunzip);

/**
 * Reads a JSON object that a page sent as application/json or text/plain. Gzip is also detected by
 * its first bytes, because a page cannot send Content-Encoding without a preflight.
 *
 * @param maxBytes limit of the received and of the decompressed body
 * @param reservation counts the received and the decompressed bytes
 * @throws PAYLOAD_TOO_LARGE, BAD_USER_INPUT, and the error of an exceeded budget
 */
export async function readCollectBody(
  request: IncomingMessage,
  maxBytes: number,
  reservation: ByteReservation,
): Promise<Record<string, unknown>> {
  const contentType = request.headers['content-type'] ?? '';
  const received = await readChunks(request, maxBytes, reservation);
  if (!/^(application\/json|text\/plain)\s*(;|$)/i.test(contentType)) {
    throw badInput(`Content-Type: found "${contentType}", expected application/json or text/plain`);
  }
  const bytes = await decompress(received, request.headers['content-encoding'] ?? 'identity', maxBytes);
  if (bytes !== received) reservation.reserve(bytes.length);
  return parseJsonObject(bytes);
}

function readChunks(request: IncomingMessage, maxBytes: number, reservation: ByteReservation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const rejectBody = (reason: unknown) => {
      // An unread body would block the connection; the rest is discarded.
      request.removeAllListeners('data').resume();
      reject(reason);
    };
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return rejectBody(tooLarge(maxBytes));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) return rejectBody(tooLarge(maxBytes));
      try {
        reservation.reserve(chunk.length);
      } catch (error) {
        return rejectBody(error);
      }
      chunks.push(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', (error) => reject(new ClientDisconnected('the body is incomplete', { cause: error })));
  });
}

/** Accepted encodings; x-gzip is an old name of gzip (RFC 9110, 8.4.1.3). */
const ENCODINGS = new Set(['identity', 'gzip', 'x-gzip']);

async function decompress(bytes: Buffer, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const encoding = contentEncoding.toLowerCase();
  if (!ENCODINGS.has(encoding)) {
    throw badInput(`Content-Encoding: found "${contentEncoding}", expected gzip or none`);
  }
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (encoding === 'identity' && !isGzip) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw badInput('The body is not valid gzip');
  }
}
