const NAME = 'RequestError';

/** A request that did not succeed. `error-messages.ts` explains it to people. */
export interface RequestError extends Error {
  /**
   * HTTP status of the response; 0 without one: no network, a refused connection, a blocked request
   * or a timeout.
   */
  readonly status: number;
  /**
   * The service's own message, shown as a second line, or without a response, the address of the
   * request; may be empty.
   */
  readonly detail: string;
  /** Seconds from the `Retry-After` header; 0 when unknown. */
  readonly retryAfter: number;
}

/** Creates the error of a request. */
export const failedWith = (status: number, detail = '', retryAfter = 0): RequestError =>
  Object.assign(new Error(`Status ${status}`), { name: NAME, status, detail, retryAfter });

export const isRequestError = (error: unknown): error is RequestError => error instanceof Error && error.name === NAME;

/** True for a failure that may disappear when the same request is sent again. */
export function isRetryable(error: unknown): error is RequestError {
  if (!isRequestError(error)) return false;
  const { status } = error;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}
