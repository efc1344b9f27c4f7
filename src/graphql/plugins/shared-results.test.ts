import { createSchema, createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { operation } from '../../schema/operation.ts';
import { useSharedResults } from './shared-results.ts';

const READ = 'subscription Read { ticked { value } }';

/** Opens the given documents on one stream of two events, and counts how often the value was resolved. */
async function run(sameForAll: true | undefined, documents: string[]) {
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
          extensions: operation({ throttle: 'api', sameForAll }),
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
  const yoga = createYoga({ schema, plugins: [useSharedResults()], logging: false });
  const answers = documents.map(async (query) => {
    const response = await yoga.fetch(`http://yoga/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: 'text/event-stream' },
    });
    return [...(await response.text()).matchAll(/"value":(\d+)/g)].map(([, value]) => Number(value));
  });
  return { answers: await Promise.all(answers), resolved };
}

test('subscribers with the same document share one execution of each event', async () => {
  expect(await run(true, [READ, READ, READ])).toEqual({
    answers: [
      [10, 20],
      [10, 20],
      [10, 20],
    ],
    resolved: 2,
  });
});

test('another selection is executed by itself', async () => {
  const { answers, resolved } = await run(true, [READ, 'subscription { ticked(id: 1) { value } }']);
  expect({ answers, resolved }).toEqual({
    answers: [
      [10, 20],
      [10, 20],
    ],
    resolved: 4,
  });
});

test('a field that is not the same for all is executed for each', async () => {
  const { answers, resolved } = await run(undefined, [READ, READ]);
  expect({ answers, resolved }).toEqual({
    answers: [
      [10, 20],
      [10, 20],
    ],
    resolved: 4,
  });
});
