import { badInput } from '../errors.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteReservation } from '../lib/byte-budget.ts';

/**
 * Reads a body as a JSON object; an absent body is an empty object.
 *
 * @param maxBytes limit of the received bytes, independent of Content-Length
 * @param reservation counts the received bytes
 * @throws PAYLOAD_TOO_LARGE, BAD_USER_INPUT, and the error of an exceeded budget
 */
export async function readJsonObject(
  request: Request,
  maxBytes: number,
  reservation: ByteReservation,
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes, reservation);
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

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON object in UTF-8.
 *
 * @throws BAD_USER_INPUT
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const body = parse(decode(bytes));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badInput('The body must be a JSON object');
  }
  return body as Record<string, unknown>;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badInput('The body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput('The body is not valid JSON');
  }
}
