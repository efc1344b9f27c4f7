import { setTimeout as delay } from 'node:timers/promises';
import { type Credentials, type RestResponse, rest } from './client.ts';

/** Time in which every fault must be over, ms. */
const PATIENCE_MS = 90_000;
const RETRY_DELAY_MS = 100;

/**
 * Client that repeats a request until it is answered, like the scripts and the dashboard do.
 * Repeated are requests without an answer, with 502 or 503 of the proxy, which have no body, and
 * with 503 and `Retry-After`; any other unexpected answer is a problem.
 */
export class PatientClient {
  readonly problems: string[] = [];
  answered = 0;
  repeated = 0;

  constructor(readonly url: string) {}

  /**
   * Sends a request that may be repeated.
   * @throws if the answer is unexpected, or none comes
   */
  async send(
    method: string,
    path: string,
    expected: number,
    options: Credentials & { body?: unknown } = {},
  ): Promise<RestResponse> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const response = await rest(this, method, path, options).catch(() => undefined);
      if (response?.status === expected) {
        this.answered += 1;
        return response;
      }
      const isRefused = response?.status === 503 && (response.headers.has('retry-after') || !response.body);
      const mayRepeat = !response || response.status === 502 || isRefused;
      if (!mayRepeat || performance.now() > deadline) {
        const problem = `${method} ${path}: ${response?.status ?? 'no answer'} ${JSON.stringify(response?.body)}`;
        this.problems.push(problem);
        throw new Error(problem);
      }
      this.repeated += 1;
      await delay(RETRY_DELAY_MS);
    }
  }
}
