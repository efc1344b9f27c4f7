import { rest } from '../support/client.ts';

/** Annotation acknowledged by the service. */
export interface Acknowledged {
  id: string;
  number: number;
  content: string;
}

/** Posts annotations sequentially and records acknowledged ones. Resends one without a response. */
export class Writer {
  readonly acknowledged: Acknowledged[] = [];
  readonly problems: string[] = [];
  /** Content and Idempotency-Key of the request without a response. */
  unanswered: string | undefined;
  private next = 0;

  constructor(private readonly index: number) {}

  /** Writes until the service is down. */
  async write(server: { url: string }, token: string, projectId: string): Promise<void> {
    for (;;) {
      this.unanswered ??= this.nextContent();
      const content = this.unanswered;
      const response = await rest(server, 'POST', '/annotations', {
        token,
        headers: { 'idempotency-key': content },
        body: { projectId, content, url: 'https://shop.example/cart' },
      }).catch(() => undefined);
      // Down, or without its database: the next round resends.
      if (!response || response.status >= 500) return;
      if (response.status !== 201) {
        this.problems.push(`${content} was answered with ${response.status} ${JSON.stringify(response.body)}`);
        return;
      }
      this.acknowledged.push({ id: response.body.id, number: response.body.number, content });
      this.unanswered = undefined;
    }
  }

  private nextContent(): string {
    this.next += 1;
    return `writer ${this.index} note ${this.next}`;
  }
}
