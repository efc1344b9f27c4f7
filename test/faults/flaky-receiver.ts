import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';

/** What a receiver knows of one event. */
export interface Seen {
  /** Of the annotation that it tells of. */
  content: string;
  requests: number;
  /** How often it was answered with 2xx. */
  taken: number;
}

export interface FlakyReceiver extends Pick<Receiver, 'url' | 'close'> {
  /** By the id that deliveries carry. */
  events: Map<string, Seen>;
  /** What must not be, in words. */
  problems: string[];
}

/** A receiver that fails a third of the time: half of these with 500, half without an answer. */
export async function startFlakyReceiver(random: () => number, secret: string): Promise<FlakyReceiver> {
  const events = new Map<string, Seen>();
  const bodies = new Map<string, string>();
  const problems: string[] = [];
  const verifier = new Webhook(secret);

  const { url, close } = await startReceiver(({ headers, body }, response) => {
    const id = String(headers['webhook-id']);
    const hash = createHash('sha256').update(body).digest('hex');
    if ((bodies.get(id) ?? hash) !== hash) problems.push(`${id} came with other bytes`);
    bodies.set(id, hash);
    try {
      verifier.verify(body, headers as Record<string, string>);
    } catch (error) {
      problems.push(`${id} is not signed: ${error}`);
    }
    const { data } = JSON.parse(body.toString());
    const seen = events.get(id) ?? { content: data.comment.text, requests: 0, taken: 0 };
    events.set(id, seen);
    seen.requests += 1;
    const luck = random();
    if (luck < 1 / 6) return void response.destroy();
    if (luck < 1 / 3) return void response.writeHead(500).end();
    seen.taken += 1;
    response.writeHead(204).end();
  });
  return { url, close, events, problems };
}
