import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant } from '../errors.ts';

export interface SignedLinks {
  /**
   * The path with what opens it without a token, for browsers that send no header.
   * @param validMs a link is valid for this long or up to twice as long: all that are made within it are the same
   */
  sign(path: string, validMs: number): string;
  /** Whether the query is one that `sign` gave for the path and that has not expired. */
  verify(path: string, query: URLSearchParams): boolean;
}

/** HMAC-SHA-256 over path and expiry. The first secret signs, all verify. */
export function createSignedLinks(secrets: readonly string[]): SignedLinks {
  // A key of their own: what signs a link must not be what signs a token.
  const keys = secrets.map((secret) => createHmac('sha256', secret).update('pinbound signed links').digest());
  const [signingKey] = keys;
  invariant(signingKey, 'settings hold at least one secret');
  const signatureOf = (key: Buffer, path: string, expires: string) =>
    createHmac('sha256', key).update(`${expires} ${path}`).digest();

  return {
    sign(path, validMs) {
      const expires = String((Math.floor(Date.now() / validMs) + 2) * validMs);
      return `${path}?expires=${expires}&signature=${signatureOf(signingKey, path, expires).toString('base64url')}`;
    },
    verify(path, query) {
      const expires = query.get('expires') ?? '';
      if (!/^\d{1,15}$/.test(expires) || Number(expires) <= Date.now()) return false;
      const given = Buffer.from(query.get('signature') ?? '', 'base64url');
      return keys.some((key) => {
        const signature = signatureOf(key, path, expires);
        return given.length === signature.length && timingSafeEqual(given, signature);
      });
    },
  };
}
