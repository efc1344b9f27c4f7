import { badInput } from '../errors.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteShare } from '../lib/byte-budget.ts';
import { parseJsonObject } from './parse-json-object.ts';

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
