import { createUrlSigner } from './url-signer.ts';

export interface SignedLinks {
  /**
   * Signs a path, which then needs no Authorization header.
   * @param validMs minimum validity; links made within the same interval are identical and last up
   *   to
   *   twice as long
   */
  sign(path: string, validMs: number): string;
  /** Returns whether the query is a valid, unexpired signature of the path. */
  verify(path: string, query: URLSearchParams): boolean;
}

/** @param secrets the first one signs, all verify */
export function createSignedLinks(secrets: readonly string[]): SignedLinks {
  const signer = createUrlSigner(secrets, { purpose: 'signed links', unitMs: 1 });
  return {
    sign: (path, validMs) => `${path}?${signer.queryFor(path, (Math.floor(Date.now() / validMs) + 2) * validMs)}`,
    verify: (path, query) =>
      signer.msLeft(path, { expires: query.get('expires'), signature: query.get('signature') }) !== undefined,
  };
}
