import WebSocket from 'ws';
import { median, quantile } from '../numbers.ts';

/** Events that are not measured: a new service compiles its code meanwhile. */
const WARM_UP = 20;

/** Measures the delay from the POST of a change to its event at each subscriber, milliseconds. */
export async function liveLatency(options: {
  url: string;
  token: string;
  projectId: string;
  subscribers: number;
  events: number;
  /** Posts one annotation with `marker` as its content. */
  create: (marker: string) => Promise<void>;
}): Promise<{ p50: number; p99: number; received: number }> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: options.subscribers }, () =>
      subscribe(options, (content) => {
        const sent = sentAt.get(content);
        if (sent !== undefined) delays.push(performance.now() - sent);
      }),
    ),
  );
  for (let event = -WARM_UP; event < options.events; event += 1) {
    const marker = `event ${event}`;
    if (event >= 0) sentAt.set(marker, performance.now());
    await options.create(marker);
    await pause(50);
  }
  await pause(500);
  for (const socket of sockets) socket.terminate();
  return { p50: median(delays), p99: quantile(delays, 0.99), received: delays.length };
}

async function subscribe(
  { url, token, projectId }: { url: string; token: string; projectId: string },
  onContent: (content: string) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const query = `subscription { annotationChanged(projectId: "${projectId}") { kind annotation { id content status } } }`;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } }));
    });
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'connection_ack') {
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
        resolve();
      } else if (message.type === 'next') {
        onContent(message.payload.data.annotationChanged.annotation.content);
      } else if (message.type === 'ping') {
        socket.send('{"type":"pong"}');
      }
    });
  });
  return socket;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
