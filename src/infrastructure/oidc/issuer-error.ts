/**
 * A failure of an issuer of ID tokens, or of a check of its tokens. `unavailable`: the issuer does
 * not respond; `rejected`: the login, the token or a document of the issuer is invalid. The message
 * is for users.
 */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';

  constructor(
    readonly failure: 'unavailable' | 'rejected',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
