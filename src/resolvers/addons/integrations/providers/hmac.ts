import { createHmac, timingSafeEqual } from 'node:crypto';

export const hmacSha256 = (key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Buffer => {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
};

/** Compares texts in a time that does not depend on their common prefix. */
export function timingSafeEquals(actual: string, expected: string): boolean {
  const key = 'compare';
  // Hashes have equal lengths, so the length of the text is not revealed either.
  return timingSafeEqual(hmacSha256(key, actual), hmacSha256(key, expected));
}

/** Checks a signature of the form `sha256=` and the hexadecimal HMAC of the body. */
export const isValidHubSignature = (header: string | undefined, body: Uint8Array, secret: string): boolean =>
  header !== undefined && timingSafeEquals(header.toLowerCase(), `sha256=${hmacSha256(secret, body).toString('hex')}`);
