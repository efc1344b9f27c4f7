import { createHmac, timingSafeEqual } from 'node:crypto';

/** The HMAC-SHA256 of bytes. */
export const hmacSha256 = (key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Buffer => {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
};

/** Whether two texts are the same, in a time that does not tell how far they agree. */
export function isSame(found: string, expected: string): boolean {
  const key = 'compare';
  // Of one length whatever was sent, so that not even the length shows.
  return timingSafeEqual(hmacSha256(key, found), hmacSha256(key, expected));
}

/** Whether a signature reads `sha256=` and the hexadecimal HMAC of the body. */
export const isHubSignature = (header: string | undefined, body: Uint8Array, secret: string): boolean =>
  header !== undefined && isSame(header.toLowerCase(), `sha256=${hmacSha256(secret, body).toString('hex')}`);
