import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';

/** Requests of one event, as seen by the receiver. */
export interface EventRequests {
  /** Content of the event's annotation. */
  content: string;
  requests: number;
  /** Number of 2xx responses. */
  accepted: number;
}

export interface FlakyReceiver extends Pick<Receiver, 'url' | 'close'> {
  /** Events by delivery header id. */
  events: Map<string, EventRequests>;
  /** Violated invariants. */
  problems: string[];
}

/** Starts a receiver that fails a third of the time: half with 500, half without a response. */
export async function startFlakyReceiver(random: () => number, secret: string): Promise<FlakyReceiver> {
  const events = new Map<string, EventRequests>();
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
    const seen = events.get(id) ?? { content: data.comment.text, requests: 0, accepted: 0 };
    events.set(id, seen);
    seen.requests += 1;
    const luck = random();
    if (luck < 1 / 6) return void response.destroy();
    if (luck < 1 / 3) return void response.writeHead(500).end();
    seen.accepted += 1;
    response.writeHead(204).end();
  });
  return { url, close, events, problems };
}
