import { GraphQLError } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { useCompiledQueries } from './compiled-queries.ts';

const yoga = createYoga({
  schema: createSchema({
    typeDefs: /* GraphQL */ `
      type Query {
        thing(id: ID!): Thing
        things: [Thing!]!
        some(ids: [ID!]!): [Thing!]!
      }
      type Thing {
        id: ID!
        broken: String
        required: String!
      }
    `,
    resolvers: {
      Query: {
        thing: (_root, { id }) => ({ id }),
        things: () => [{ id: '1' }, { id: '2' }],
        some: (_root, { ids }) => ids.map((id: string) => ({ id })),
      },
      Thing: {
        broken: () => {
          throw new GraphQLError('broken', { extensions: { code: 'BROKEN' } });
        },
        required: () => null,
      },
    },
  }),
  logging: false,
  maskedErrors: false,
  plugins: [useCompiledQueries()],
});

interface Answer {
  data?: unknown;
  errors?: { locations?: unknown; message: string; path?: unknown; extensions?: unknown }[];
}

async function run(body: object): Promise<Answer> {
  const response = await yoga.fetch('http://yoga/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Compiled documents name the path of an error, not its place in the text. */
const withoutLocations = ({ data, errors }: Answer) => ({
  data,
  errors: errors?.map(({ locations: _locations, ...error }) => error),
});

test.each([
  ['a list', { query: '{ things { id } }' }],
  ['variables', { query: 'query ($id: ID!) { thing(id: $id) { id } }', variables: { id: 'x' } }],
  [
    'an alias, a fragment and a directive',
    { query: '{ a: thing(id: 1) { ...F b: id @skip(if: true) } } fragment F on Thing { id }' },
  ],
  ['one of two operations', { query: 'query A { things { id } } query B { thing(id: 2) { id } }', operationName: 'B' }],
  ['an error beside data', { query: '{ thing(id: 1) { id broken } }' }],
  ['null where none may be', { query: '{ thing(id: 1) { required } }' }],
  ['a default of a required variable', { query: 'query ($id: ID! = "d") { thing(id: $id) { id } }' }],
  ['a default of an optional variable', { query: 'query ($id: ID = "d") { thing(id: $id) { id } }' }],
  ['a list given as one value', { query: 'query ($ids: [ID!]!) { some(ids: $ids) { id } }', variables: { ids: 'x' } }],
  ['a value of the wrong type', { query: 'query ($id: ID!) { thing(id: $id) { id } }', variables: { id: { a: 1 } } }],
  ['a missing variable', { query: 'query ($id: ID!) { thing(id: $id) { id } }' }],
  ['introspection', { query: '{ __typename __type(name: "Thing") { fields { name } } }' }],
])('%s: compiled as interpreted', async (_name, body) => {
  const [interpreted, ...others] = [await run(body), await run(body), await run(body), await run(body)];
  for (const answer of others) expect(withoutLocations(answer)).toEqual(withoutLocations(interpreted));
});
