import { parse } from 'graphql';
import { Client, type RequestPolicy } from 'urql';
import { beforeEach, expect, test } from 'vitest';
import { pipe, subscribe } from 'wonka';
import { createCache } from '../../clients/dashboard/data/cache.ts';
import { shareReads } from '../../clients/dashboard/data/shared-reads.ts';
import { holdNetwork, nextTask } from './support/held-network.ts';

const LABELS = parse('{ labels(projectId: "1") { nodes { id name } } }');

let network: ReturnType<typeof holdNetwork>;
let requests: typeof network.requests;
let client: Client;

beforeEach(() => {
  network = holdNetwork();
  requests = network.requests;
  client = shareReads(
    new Client({
      url: 'http://localhost/graphql',
      preferGetMethod: false,
      requestPolicy: 'cache-and-network',
      exchanges: [createCache(() => undefined), network.exchange],
    }),
  );
});

/** Opens the query as a component does; returns what it got so far and how to close it. */
function read(requestPolicy: RequestPolicy) {
  const seen: string[] = [];
  const { unsubscribe } = pipe(
    client.query(LABELS, {}, { requestPolicy }),
    subscribe(({ data, error, stale }) => {
      const names = data?.labels.nodes.map(({ name }: { name: string }) => name).join();
      seen.push(error ? 'failed' : `${names}${stale ? ' (stale)' : ''}`);
    }),
  );
  return { seen, close: unsubscribe };
}

function respond(...names: string[]) {
  const nodes = names.map((name) => ({ __typename: 'Label', id: name, name }));
  return network.respond({ data: { labels: { __typename: 'LabelConnection', nodes } } });
}

const fail = () => network.respond({ errors: [{ message: 'down' }] });

test('a further reader gets the result at once, and those before get nothing again', async () => {
  const first = read('cache-first');
  await respond('copy');
  const second = read('cache-first');
  expect(second.seen).toEqual(['copy']);
  await nextTask();
  expect(first.seen).toEqual(['copy']);
  expect(requests).toEqual([]);
});

test('further readers that want a fresh result cause one request, after their task', async () => {
  const first = read('cache-and-network');
  await respond('copy');
  const others = [read('cache-and-network'), read('cache-and-network')];
  expect(others.map(({ seen }) => seen)).toEqual([['copy'], ['copy']]);
  expect(first.seen).toEqual(['copy']);
  expect(requests).toEqual([]);
  await nextTask();
  expect(requests).toHaveLength(1);
  others.push(read('cache-and-network'));
  await nextTask();
  expect(requests).toHaveLength(1);
  await respond('copy', 'design');
  for (const { seen } of [first, ...others]) expect(seen.at(-1)).toBe('copy,design');
  expect(requests).toEqual([]);
});

test('readers share a request that is under way', async () => {
  const [first, second] = [read('cache-and-network'), read('cache-and-network')];
  await nextTask();
  expect(requests).toHaveLength(1);
  await respond('copy');
  expect([first.seen, second.seen]).toEqual([['copy'], ['copy']]);
});

test('a reader that comes back after all have left gets the cached result and a fresh one', async () => {
  const first = read('cache-and-network');
  await respond('copy');
  first.close();
  const second = read('cache-and-network');
  expect(second.seen).toEqual(['copy (stale)']);
  await respond('design');
  expect(second.seen).toEqual(['copy (stale)', 'design']);
});

test('a further reader after a failure gets it, and causes a request', async () => {
  const first = read('cache-and-network');
  await fail();
  const second = read('cache-and-network');
  expect(second.seen).toEqual(['failed']);
  await nextTask();
  await respond('copy');
  expect([first.seen.at(-1), second.seen.at(-1)]).toEqual(['copy', 'copy']);
});

test('a single result is never an earlier one', async () => {
  read('cache-and-network');
  await respond('copy');
  const single = client.query(LABELS, {}).toPromise();
  await nextTask();
  await respond('design');
  expect((await single).data?.labels.nodes).toMatchObject([{ name: 'design' }]);
});
