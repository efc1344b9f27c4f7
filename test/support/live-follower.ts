import { setTimeout as delay } from 'node:timers/promises';
import { lastingTransports, type Stream } from './live-client.ts';
import type { PatientClient } from './patient-client.ts';

/** Subscriber through the proxy that opens its stream again when it ends, like the dashboard. */
export interface Follower {
  /** Contents of annotations that arrived in a stream. */
  live: Set<string>;
  /** Contents that were fetched after a stream was opened again. */
  fetched: Set<string>;
  /** Streams that were opened. */
  streams: number;
  stop(): Promise<void>;
}

const POLL_MS = 20;

/**
 * Follows the created annotations of a project. What was created while there was no stream is
 * fetched once the next one is open, which its first update proves. Nothing else is fetched, so
 * that an update that an open stream does not deliver stays missing.
 */
export function follow(
  client: PatientClient,
  transport: string,
  { token, projectId }: { token: string; projectId: string },
): Follower {
  const subscribe = lastingTransports[transport];
  if (!subscribe) throw new Error(`${transport} is not a transport`);
  const query = `subscription { annotationChanged(projectId: "${projectId}") { kind annotation { content } } }`;
  const follower: Follower = { live: new Set(), fetched: new Set(), streams: 0, stop };
  let isStopped = false;
  let current: Stream | undefined;

  const take = ({ results }: Stream) => {
    for (const { annotationChanged } of results.splice(0)) follower.live.add(annotationChanged.annotation.content);
  };
  async function run(): Promise<void> {
    while (!isStopped) {
      const stream = subscribe?.(client, { query, token }) as Stream;
      current = stream;
      let isOpen = false;
      let hasEnded = false;
      void stream.ended.then(() => {
        hasEnded = true;
      });
      while (!hasEnded && !isStopped) {
        if (!isOpen && stream.results.length > 0) {
          isOpen = true;
          follower.streams += 1;
          take(stream);
          if (follower.streams > 1) await fetchAll();
        }
        if (isOpen) take(stream);
        await delay(POLL_MS);
      }
      take(stream);
    }
  }
  async function fetchAll(): Promise<void> {
    for (let cursor = ''; ; ) {
      const path = `/annotations/project/${projectId}?limit=100${cursor && `&cursor=${cursor}`}`;
      const { body, headers } = await client.send('GET', path, 200, { token });
      for (const { content } of body) follower.fetched.add(content);
      const next = headers.get('x-next-cursor');
      if (!next) return;
      cursor = next;
    }
  }
  const running = run();
  return follower;

  async function stop(): Promise<void> {
    isStopped = true;
    current?.stop();
    await running;
  }
}
