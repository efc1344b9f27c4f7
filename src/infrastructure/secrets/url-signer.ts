import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant } from '../../errors.ts';

/** Signs what a URL opens without a token until it expires: one scheme for all that browsers load without a header. */
export interface UrlSigner {
  /** The URL's query, `expires=…&signature=…`. @param expiresAt milliseconds since 1970, a whole number of the signer's units */
  queryFor(text: string, expiresAt: number): string;
  /** How long the query of `text` still counts, milliseconds; undefined when it is not ours, or its time has passed. */
  msLeft(text: string, query: { expires: string | null; signature: string | null }): number | undefined;
}

/**
 * HMAC-SHA-256. The first secret signs, all verify.
 * @param options.purpose gives a key of its own: what signs a URL must sign neither tokens nor URLs of another kind
 * @param options.unitMs what `expires` counts in, milliseconds
 */
export function createUrlSigner(
  secrets: readonly string[],
  { purpose, unitMs }: { purpose: string; unitMs: number },
): UrlSigner {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(`pinbound ${purpose}`).digest());
  const [signingKey] = keys;
  invariant(signingKey, 'settings hold at least one secret');
  const signatureOf = (key: Buffer, text: string, expires: string) =>
    createHmac('sha256', key).update(`${expires} ${text}`).digest();

  function isOurs(text: string, expires: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    return keys.some((key) => {
      const right = signatureOf(key, text, expires);
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }

  return {
    queryFor(text, expiresAt) {
      const expires = String(expiresAt / unitMs);
      return `expires=${expires}&signature=${signatureOf(signingKey, text, expires).toString('base64url')}`;
    },
    msLeft(text, { expires, signature }) {
      if (!expires || !signature || !/^\d{1,15}$/.test(expires)) return undefined;
      const left = Number(expires) * unitMs - Date.now();
      return left > 0 && isOurs(text, expires, signature) ? left : undefined;
    },
  };
}
