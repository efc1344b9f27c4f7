/**
 * How a provider failed us: `refused` is our right to the place, or the place itself; `limited` asks for a pause; `invalid`
 * is what we sent; `unavailable` may pass.
 */
export type ProviderFailure = 'refused' | 'limited' | 'invalid' | 'unavailable';

/** A call to a provider that did not do what it should. The message is for admins, and holds no credential. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    message: string,
    /** Of the answer, as its documentation means it: a limit is 429, however it was said. */
    readonly status: number,
    /** What the provider asked for, seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}
