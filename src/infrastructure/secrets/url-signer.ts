import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant } from '../../errors.ts';

/** Signs what stands in a URL until it expires. */
export interface UrlSigner {
  sign(text: string, expires: string): string;
  isOurs(text: string, expires: string, signature: string): boolean;
}

/**
 * HMAC-SHA-256. The first secret signs, all verify.
 * @param purpose gives a key of its own: what signs a URL must sign neither tokens nor URLs of another kind
 */
export function createUrlSigner(secrets: readonly string[], purpose: string): UrlSigner {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(`pinbound ${purpose}`).digest());
  const [signingKey] = keys;
  invariant(signingKey, 'settings hold at least one secret');
  const signatureOf = (key: Buffer, text: string, expires: string) =>
    createHmac('sha256', key).update(`${expires} ${text}`).digest();

  return {
    sign: (text, expires) => signatureOf(signingKey, text, expires).toString('base64url'),
    isOurs(text, expires, signature) {
      const given = Buffer.from(signature, 'base64url');
      return keys.some((key) => {
        const right = signatureOf(key, text, expires);
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
  };
}
