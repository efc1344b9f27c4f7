import { createSchema, createYoga, useExtendContext } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { operation } from '../../schema/operation.ts';
import { useSharedResults } from './shared-results.ts';

const READ = 'subscription Read { ticked { value } }';

/** Subscribes with the documents to one stream of two events, and counts the resolver's calls. */
async function run(sharedExecution: true | undefined, documents: string[], guests?: (true | undefined)[]) {
  let resolved = 0;
  const events = [{ ticked: { at: 1 } }, { ticked: { at: 2 } }];
  const schema = createSchema({
    typeDefs: 'type Query { ok: Boolean } type Subscription { ticked(id: Int): Tick! } type Tick { value: Int! }',
    resolvers: {
      Subscription: {
        ticked: {
          async *subscribe() {
            yield* events;
          },
          extensions: operation({ throttle: 'api', sharedExecution }),
        },
      },
      Tick: {
        value: ({ at }: { at: number }) => {
          resolved += 1;
          return at * 10;
        },
      },
    },
  });
  const readers = [...(guests ?? [])];
  const yoga = createYoga({
    schema,
    plugins: [useExtendContext(() => ({ reader: { isGuest: readers.shift() } })), useSharedResults()],
    logging: false,
  });
  const responses = documents.map(async (query) => {
    const response = await yoga.fetch(`http://yoga/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: 'text/event-stream' },
    });
    return [...(await response.text()).matchAll(/"value":(\d+)/g)].map(([, value]) => Number(value));
  });
  return { values: await Promise.all(responses), resolved };
}

test('executes each event for guests and for other readers', async () => {
  expect(await run(true, [READ, READ, READ], [true, undefined, true])).toMatchObject({ resolved: 4 });
});

test('executes each event once for subscribers with the same document', async () => {
  expect(await run(true, [READ, READ, READ])).toEqual({
    values: [
      [10, 20],
      [10, 20],
      [10, 20],
    ],
    resolved: 2,
  });
});

test('executes another selection separately', async () => {
  const { values, resolved } = await run(true, [READ, 'subscription { ticked(id: 1) { value } }']);
  expect({ values, resolved }).toEqual({
    values: [
      [10, 20],
      [10, 20],
    ],
    resolved: 4,
  });
});

test('executes a field without sharedExecution for each subscriber', async () => {
  const { values, resolved } = await run(undefined, [READ, READ]);
  expect({ values, resolved }).toEqual({
    values: [
      [10, 20],
      [10, 20],
    ],
    resolved: 4,
  });
});
