import { badInput } from '../errors.ts';

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
