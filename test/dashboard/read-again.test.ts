import { parse } from 'graphql';
import { Client, type Operation } from 'urql';
import { expect, test } from 'vitest';
import { pipe, subscribe } from 'wonka';
import { createCache } from '../../clients/dashboard/data/cache.ts';
import { createRunningReads } from '../../clients/dashboard/data/read-again.ts';
import { holdNetwork } from './support/held-network.ts';

const HISTORY = '{ annotationHistory(id: "1") { nodes { id kind } } }';
const LABELS = '{ labels(projectId: "1") { nodes { id name } } }';
const RESOLVE = 'mutation { setAnnotationStatus(id: "1", status: resolved) { id status } }';

/** A client whose service answers when the test does. */
function startClient() {
  const { exchange, requests: running, respond } = holdNetwork();
  const reads = createRunningReads();
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [createCache(reads.outdate), reads.exchange, exchange],
  });
  return { client, running, answer: (data: object) => respond({ data }) };
}

const history = (...kinds: string[]) => ({
  annotationHistory: {
    __typename: 'AnnotationHistoryConnection',
    nodes: kinds.map((kind, index) => ({ __typename: 'AnnotationHistoryEntry', id: String(index), kind })),
  },
});
const RESOLVED = { setAnnotationStatus: { __typename: 'Annotation', id: '1', status: 'resolved' } };

test('a read that runs while a change ends is repeated, since its result may be older', async () => {
  const { client, running, answer } = startClient();
  const seen: unknown[] = [];
  pipe(
    client.query(parse(HISTORY), {}),
    subscribe(({ data }) => void seen.push(data?.annotationHistory.nodes.map(({ kind }: { kind: string }) => kind))),
  );
  pipe(
    client.mutation(parse(RESOLVE), {}),
    subscribe(() => {}),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(running.map(({ kind }) => kind)).toEqual(['query', 'mutation']);
  const [read] = running.splice(0, 1);
  await answer(RESOLVED);
  expect(running).toEqual([]);
  running.push(read as Operation);
  await answer(history('created'));
  expect(running.map(({ key }) => key)).toEqual([read?.key]);
  await answer(history('created', 'status'));
  expect(seen.at(-1)).toEqual(['created', 'status']);
  expect(running).toEqual([]);
});

test('a read of other fields is not repeated', async () => {
  const { client, running, answer } = startClient();
  pipe(
    client.query(parse(LABELS), {}),
    subscribe(() => {}),
  );
  pipe(
    client.mutation(parse(RESOLVE), {}),
    subscribe(() => {}),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const [read] = running.splice(0, 1);
  await answer(RESOLVED);
  running.push(read as Operation);
  await answer({ labels: { __typename: 'LabelConnection', nodes: [] } });
  expect(running).toEqual([]);
});
