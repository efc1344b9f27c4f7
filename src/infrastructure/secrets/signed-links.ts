import { createUrlSigner } from './url-signer.ts';

export interface SignedLinks {
  /**
   * The path with what opens it without a token, for browsers that send no header.
   * @param validMs a link is valid for this long or up to twice as long: all that are made within it are the same
   */
  sign(path: string, validMs: number): string;
  /** Whether the query is one that `sign` gave for the path and that has not expired. */
  verify(path: string, query: URLSearchParams): boolean;
}

/** @param secrets the first signs, all verify */
export function createSignedLinks(secrets: readonly string[]): SignedLinks {
  const signer = createUrlSigner(secrets, { purpose: 'signed links', unitMs: 1 });
  return {
    sign: (path, validMs) => `${path}?${signer.queryFor(path, (Math.floor(Date.now() / validMs) + 2) * validMs)}`,
    verify: (path, query) =>
      signer.msLeft(path, { expires: query.get('expires'), signature: query.get('signature') }) !== undefined,
  };
}
