const NAME = 'RequestError';

/** A request that did not succeed. `error-messages.ts` explains it to people. */
export class RequestError extends Error {
  override readonly name = NAME;

  /**
   * @param status HTTP status of the response; 0 without one: no network, a refused connection, a
   * blocked request or a timeout.
   * @param detail the service's own message, shown as a second line, or without a response, the
   * address of the request; may be empty.
   * @param retryAfter seconds from the `Retry-After` header; 0 when unknown.
   */
  constructor(
    readonly status: number,
    readonly detail = '',
    readonly retryAfter = 0,
  ) {
    super(`Status ${status}`);
  }
}

/** Recognizes errors by name: `overlay.js` and the chunks each have a copy of the class. */
export const isRequestError = (error: unknown): error is RequestError => error instanceof Error && error.name === NAME;

/** Creates an error as if a request had failed with this status. Chunks need no class for it. */
export const failedWith = (status: number, detail = ''): Error =>
  Object.assign(new Error(`Status ${status}`), { name: NAME, status, detail, retryAfter: 0 });

/** True for a failure that may disappear when the same request is sent again. */
export function isRetryable(error: unknown): error is RequestError {
  if (!isRequestError(error)) return false;
  const { status } = error;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
