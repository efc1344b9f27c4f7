import { setTimeout as delay } from 'node:timers/promises';
import { rest } from '../support/client.ts';
import { click, createBatch } from '../support/collection.ts';

/** Events per batch. */
export const EVENTS = 3;

/**
 * Posts batches sequentially and records accepted ones. Resends a batch without a response, like
 * the embed script.
 */
export class Collector {
  /** Sessions whose batch was accepted (202); each session sends one batch. */
  readonly accepted: string[] = [];
  readonly problems: string[] = [];
  /** 503 responses with Retry-After. */
  unavailable = 0;
  unanswered: { sessionId: string } | undefined;
  private next = 0;

  constructor(private readonly index: number) {}

  /** Writes until the service is down. */
  async write(server: { url: string }, projectKey: string): Promise<void> {
    for (;;) {
      this.unanswered ??= this.nextBatch(projectKey);
      const { sessionId } = this.unanswered;
      const response = await rest(server, 'POST', '/v1/collect', { body: this.unanswered }).catch(() => undefined);
      if (!response) return;
      if (response.status === 503) {
        // The database is unavailable or not ready yet; nothing was acknowledged.
        if (!response.headers.get('retry-after')) this.problems.push(`${sessionId}: 503 without Retry-After`);
        this.unavailable += 1;
        await delay(50);
        continue;
      }
      if (response.status !== 202 || response.body.accepted !== EVENTS) {
        this.problems.push(`${sessionId} was answered with ${response.status} ${JSON.stringify(response.body)}`);
        return;
      }
      this.accepted.push(sessionId);
      this.unanswered = undefined;
    }
  }

  private nextBatch(projectKey: string) {
    this.next += 1;
    const timestamp = Date.now();
    const events = Array.from({ length: EVENTS }, (_none, index) => click(timestamp - index));
    return createBatch(projectKey, { sessionId: `collector ${this.index} batch ${this.next}`, timestamp, events });
  }
}
