import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { badInput } from '../errors.ts';
import { tooLarge } from '../http/read-bytes.ts';
import type { ByteShare } from '../lib/byte-budget.ts';
import { parseJsonObject } from './parse-json-object.ts';

const unzip = promisify(gunzip);

/** The connection ended before the body did: there is nobody to answer. */
export class SenderGone extends Error {
  override readonly name = 'SenderGone';
}

/**
 * The members of a JSON object that a page sent, as application/json or text/plain, maybe compressed: a page cannot name
 * a compression without a preflight, so it is recognised by its first bytes too.
 * @param maxBytes of what arrives, and of what it unfolds to
 * @param share counts what arrives and what it unfolds to
 * @throws PAYLOAD_TOO_LARGE, BAD_USER_INPUT, and what a full share says
 */
export async function readCollectedBody(
  request: IncomingMessage,
  maxBytes: number,
  share: ByteShare,
): Promise<Record<string, unknown>> {
  const contentType = request.headers['content-type'] ?? '';
  const sent = await collectBytes(request, maxBytes, share);
  if (!/^(application\/json|text\/plain)\s*(;|$)/i.test(contentType)) {
    throw badInput(`Content-Type: found "${contentType}", expected application/json or text/plain`);
  }
  const bytes = await unfold(sent, request.headers['content-encoding'] ?? 'identity', maxBytes);
  if (bytes !== sent) share.take(bytes.length);
  return parseJsonObject(bytes);
}

function collectBytes(request: IncomingMessage, maxBytes: number, share: ByteShare): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const refuse = (reason: unknown) => {
      // Unread it would block the connection; what comes is forgotten.
      request.removeAllListeners('data').resume();
      reject(reason);
    };
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refuse(tooLarge(maxBytes));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) return refuse(tooLarge(maxBytes));
      try {
        share.take(chunk.length);
      } catch (full) {
        return refuse(full);
      }
      chunks.push(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', (error) => reject(new SenderGone('the body did not come to its end', { cause: error })));
  });
}

/** x-gzip is an old name of gzip (RFC 9110, 8.4.1.3). */
const ENCODINGS = new Set(['identity', 'gzip', 'x-gzip']);

async function unfold(bytes: Buffer, sentEncoding: string, maxBytes: number): Promise<Buffer> {
  const encoding = sentEncoding.toLowerCase();
  if (!ENCODINGS.has(encoding)) {
    throw badInput(`Content-Encoding: found "${sentEncoding}", expected gzip or none`);
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
