import { rest } from '../support/client.ts';

/** An annotation that the service said it has. */
export interface Acknowledged {
  id: string;
  number: number;
  content: string;
}

/** Posts one annotation after the other, and notes each that was acknowledged. Sends an unanswered one again. */
export class Writer {
  readonly acknowledged: Acknowledged[] = [];
  readonly problems: string[] = [];
  /** The content, and the Idempotency-Key, of the request whose answer did not come. */
  unanswered: string | undefined;
  private next = 0;

  constructor(private readonly index: number) {}

  /** Writes until the service is gone. */
  async write(server: { url: string }, token: string, projectId: string): Promise<void> {
    for (;;) {
      this.unanswered ??= this.nextContent();
      const content = this.unanswered;
      const answer = await rest(server, 'POST', '/annotations', {
        token,
        headers: { 'idempotency-key': content },
        body: { projectId, content, url: 'https://shop.example/cart' },
      }).catch(() => undefined);
      // Gone, or without its database: the next round asks again.
      if (!answer || answer.status >= 500) return;
      if (answer.status !== 201) {
        this.problems.push(`${content} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      this.acknowledged.push({ id: answer.body.id, number: answer.body.number, content });
      this.unanswered = undefined;
    }
  }

  private nextContent(): string {
    this.next += 1;
    return `writer ${this.index} note ${this.next}`;
  }
}
