import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant } from '../../errors.ts';

/** Signs URLs that browsers load without an Authorization header. */
export interface UrlSigner {
  /**
   * Returns the query `expires=…&signature=…`.
   * @param expiresAt ms since 1970, a multiple of `unitMs`
   */
  queryFor(text: string, expiresAt: number): string;
  /** Returns the values of that query. */
  sign(text: string, expiresAt: number): { expires: string; signature: string };
  /** Returns the remaining validity of a query, ms; undefined if it is invalid or expired. */
  msLeft(text: string, query: { expires: string | null; signature: string | null }): number | undefined;
}

/**
 * Signs with HMAC-SHA-256. The first secret signs, all verify.
 * @param options.purpose derives a separate key, so that signatures are not valid for other
 *   purposes
 * @param options.unitMs unit of `expires`, ms
 * @param options.bytes length of a signature
 */
export function createUrlSigner(
  secrets: readonly string[],
  { purpose, unitMs, bytes = 32 }: { purpose: string; unitMs: number; bytes?: number },
): UrlSigner {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(`pinbound ${purpose}`).digest());
  const [signingKey] = keys;
  invariant(signingKey, 'settings hold at least one secret');
  const signatureOf = (key: Buffer, text: string, expires: string) =>
    createHmac('sha256', key).update(`${expires} ${text}`).digest().subarray(0, bytes);

  function isOurs(text: string, expires: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    return keys.some((key) => {
      const right = signatureOf(key, text, expires);
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }

  const sign = (text: string, expiresAt: number) => {
    const expires = String(expiresAt / unitMs);
    return { expires, signature: signatureOf(signingKey, text, expires).toString('base64url') };
  };

  return {
    sign,
    queryFor(text, expiresAt) {
      const { expires, signature } = sign(text, expiresAt);
      return `expires=${expires}&signature=${signature}`;
    },
    msLeft(text, { expires, signature }) {
      if (!expires || !signature || !/^\d{1,15}$/.test(expires)) return undefined;
      const left = Number(expires) * unitMs - Date.now();
      return left > 0 && isOurs(text, expires, signature) ? left : undefined;
    },
  };
}
