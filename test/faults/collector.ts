import { setTimeout as delay } from 'node:timers/promises';
import { rest } from '../support/client.ts';
import { batchOf, click } from '../support/collection.ts';

/** Events of each batch. */
export const EVENTS = 3;

/** Posts one batch after the other, and notes each that was accepted. Sends an unanswered one again, as the script does. */
export class Collector {
  /** Sessions whose batch was answered with 202; each session sends one batch. */
  readonly accepted: string[] = [];
  readonly problems: string[] = [];
  /** Answers that told to come back, with Retry-After. */
  refusals = 0;
  unanswered: { sessionId: string } | undefined;
  private next = 0;

  constructor(private readonly index: number) {}

  /** Writes until the service is gone. */
  async write(server: { url: string }, projectKey: string): Promise<void> {
    for (;;) {
      this.unanswered ??= this.nextBatch(projectKey);
      const { sessionId } = this.unanswered;
      const answer = await rest(server, 'POST', '/v1/collect', { body: this.unanswered }).catch(() => undefined);
      if (!answer) return;
      if (answer.status === 503) {
        // Its database is away or not there yet: said so, and nothing was promised.
        if (!answer.headers.get('retry-after')) this.problems.push(`${sessionId}: 503 without Retry-After`);
        this.refusals += 1;
        await delay(50);
        continue;
      }
      if (answer.status !== 202 || answer.body.accepted !== EVENTS) {
        this.problems.push(`${sessionId} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
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
    return batchOf(projectKey, { sessionId: `collector ${this.index} batch ${this.next}`, timestamp, events });
  }
}
