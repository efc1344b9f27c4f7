/**
 * Kind of failure: `denied` concerns the credentials or the location, `rateLimited` requests a
 * pause, `invalid` concerns the request, and `unavailable` may be temporary.
 */
export type ProviderFailure = 'denied' | 'rateLimited' | 'invalid' | 'unavailable';

/** A failed call to a provider. The message is for admins and contains no credentials. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    message: string,
    /** Status by its documented meaning: 429 for a rate limit, whatever status it was sent with. */
    readonly status: number,
    /** Delay requested by the provider, seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}
