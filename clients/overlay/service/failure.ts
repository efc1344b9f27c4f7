/** A request that did not succeed. What it means to a person is said by words/failure-words.ts. */
export class Failure extends Error {
  /**
   * @param status HTTP status of the answer; 0 when there was none: no network, a refused connection, a blocked request,
   * or no answer in time.
   * @param detail what the service itself said; shown as a second line when there is one.
   * @param retryAfter seconds to wait, from the answer's header of that name; 0 when unknown.
   */
  constructor(
    readonly status: number,
    readonly detail = '',
    readonly retryAfter = 0,
  ) {
    super(`Answer ${status}`);
  }
}
