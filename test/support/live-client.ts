import type { ExecutionResult } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import { expect, onTestFinished, TestRunner } from 'vitest';
import { WebSocket } from 'ws';
import type { TestApp } from './test-app.ts';

/** The results that a subscriber has received so far. */
export interface Stream {
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  results: any[];
  /** Messages of the errors among the results. */
  messages: string[];
  /** `complete`, the code of the closed WebSocket, or the code of the error. Never rejects. */
  ended: Promise<'complete' | number | string>;
  stop(): void;
}

interface Subscription {
  query: string;
  variables?: Record<string, unknown>;
  token?: string;
  /** Token of a visitor; only over server-sent events. */
  visitorToken?: string;
}

/** Subscribes with a client library that applications use. */
export type Subscribe = (app: Pick<TestApp, 'url'>, subscription: Subscription) => Stream;

/** Transports of subscriptions, by name. Their streams may outlive a case. */
export const lastingTransports: Record<string, Subscribe> = {
  'a WebSocket': (app, { query, variables, token }) => {
    const client = createWebSocketClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: token ? { Authorization: `Bearer ${token}` } : {},
    });
    return streamOf((sink) => client.subscribe({ query, variables }, sink));
  },
  'server-sent events': (app, { query, variables, token, visitorToken }) => {
    const client = createSseClient({
      url: `${app.url}/graphql`,
      retryAttempts: 0,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(visitorToken && { 'x-visitor-token': visitorToken }),
      },
    });
    return streamOf((sink) => client.subscribe({ query, variables }, sink));
  },
};

/** Transports whose streams end with their case: one that fails leaves none to its repetition. */
export const transports: Record<string, Subscribe> = Object.fromEntries(
  Object.entries(lastingTransports).map(([name, subscribe]): [string, Subscribe] => [
    name,
    (app, subscription) => {
      const stream = subscribe(app, subscription);
      if (TestRunner.getCurrentTest()) onTestFinished(() => stream.stop());
      return stream;
    },
  ]),
);

interface Sink {
  next(result: ExecutionResult<Record<string, unknown>, unknown>): void;
  error(error: unknown): void;
  complete(): void;
}

function streamOf(subscribe: (sink: Sink) => () => void): Stream {
  // biome-ignore lint/suspicious/noExplicitAny: as in Stream
  const results: any[] = [];
  const messages: string[] = [];
  let stop: () => void = () => undefined;
  const ended = new Promise<'complete' | number | string>((resolve) => {
    stop = subscribe({
      next: ({ data, errors }) => {
        messages.push(...(errors ?? []).map(({ message }) => message));
        if (errors) resolve(String(errors[0]?.extensions?.code));
        else results.push(data);
      },
      error: (error) => {
        if (Array.isArray(error)) messages.push(...error.map(({ message }) => message));
        resolve(endReason(error));
      },
      complete: () => resolve('complete'),
    });
  });
  return { results, messages, ended, stop: () => stop() };
}

/** A rejected operation is a list of errors, a closed WebSocket its close event. */
function endReason(error: unknown): number | string {
  const [first] = Array.isArray(error) ? error : [];
  return first?.extensions?.code ?? (error as { code?: number }).code ?? String(error);
}

/** Reads the number of open subscriptions from /metrics. */
export async function subscriberCount(app: Pick<TestApp, 'url'>): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/^pinbound_live_subscribers (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

/** Waits until the app has this many open subscriptions. */
export async function waitForSubscribers(app: Pick<TestApp, 'url'>, count: number): Promise<void> {
  await expect.poll(() => subscriberCount(app), { interval: 20 }).toBe(count);
}
