import { inspect } from 'node:util';
import { type DocumentNode, GraphQLError, GraphQLScalarType, parse } from 'graphql';
import { compileQuery } from 'graphql-jit';
import { createSchema, createYoga } from 'graphql-yoga';
import { expect, test, vi } from 'vitest';
import { type Generate, useCompiledQueries } from '../src/graphql/plugins/compiled-queries.ts';
import { isCompilable } from './support/compilable.ts';

class Moment extends Date {}

const schema = createSchema({
  typeDefs: /* GraphQL */ `
    type Query {
      thing(id: ID!): Thing
      things: [Thing!]!
      some(ids: [ID!]!): [Thing!]!
      given(moment: Moment, texts: [String!], box: Box): String!
    }
    "Parsed, it is an object that JSON does not keep."
    scalar Moment
    input Box {
      width: Int!
      height: Int! = 10
      at: Moment
      note: String
    }
    type Thing {
      id: ID!
      broken: String
      called: String
      required: String!
      next: Thing!
    }
  `,
  resolvers: {
    Moment: new GraphQLScalarType({ name: 'Moment', parseValue: (value) => new Moment(String(value)) }),
    Query: {
      given: (_root, args) => inspect(args, { depth: 5, compact: true, sorted: true }),
      thing: (_root, { id }) => ({ id }),
      things: () => [{ id: '1' }, { id: '2' }],
      some: (_root, { ids }) => ids.map((id: string) => ({ id })),
    },
    Thing: {
      broken: () => {
        throw new GraphQLError('broken', { extensions: { code: 'BROKEN' } });
      },
      called: (_thing, _args, _context, { fieldName }) => fieldName,
      required: () => null,
      next: (thing) => thing,
    },
  },
});

const compile = vi.fn<Generate>((schemaOf, document, name) => compileQuery(schemaOf, document, name));
const serverOf = (isTrusted: (document: DocumentNode) => boolean) =>
  createYoga({ schema, logging: false, maskedErrors: false, plugins: [useCompiledQueries({ isTrusted }, compile)] });
/** Trusts the documents that could be the service's own. */
const yoga = serverOf((document) => isCompilable(schema, document));

async function runText(body: object, server = yoga): Promise<string> {
  const response = await server.fetch('http://yoga/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.text();
}

const run = async (body: object): Promise<{ errors?: object[] }> => JSON.parse(await runText(body));

test.each([
  ['a list', { query: '{ things { id } }' }],
  ['variables', { query: 'query ($id: ID!) { thing(id: $id) { id } }', variables: { id: 'x' } }],
  ['an alias and a fragment', { query: '{ a: thing(id: 1) { ...F b: id } } fragment F on Thing { id }' }],
  ['a directive', { query: '{ thing(id: 1) { id b: id @skip(if: true) } }' }],
  [
    'a fragment spread under a condition and without one',
    {
      query:
        'query ($x: Boolean!) { a: thing(id: 1) { __typename ...F @include(if: $x) } b: thing(id: 1) { ...F } } fragment F on Thing { id }',
      variables: { x: false },
    },
  ],
  [
    'a condition that is null',
    { query: 'query ($x: Boolean = true) { thing(id: 1) { id b: id @include(if: $x) } }', variables: { x: null } },
  ],
  ...[true, false, null, undefined].flatMap((x): [string, object][] => {
    const conditional = (selection: string, fragments = '') => ({
      query: `query ($x: Boolean!) { thing(id: 1) { ${selection} } } ${fragments}`,
      variables: { x },
    });
    const [f, g] = ['fragment F on Thing { id next { id b: id } c: called }', 'fragment G on Thing { id d: called }'];
    return [
      [`a conditional field: ${x}`, conditional('id next @include(if: $x) { id } b: id @skip(if: $x)')],
      [`a conditional fragment: ${x}`, conditional('...G ...F @include(if: $x)', f + g)],
      [
        `a conditional fragment in a fragment: ${x}`,
        conditional('...H', `fragment H on Thing { e: id ...F @include(if: $x) } ${f}`),
      ],
      [
        `a conditional fragment of twice spread ones: ${x}`,
        conditional('...H next { ...H }', `fragment H on Thing { e: id ...F @include(if: $x) } ${f}`),
      ],
      [
        `a spread below a conditional fragment: ${x}`,
        conditional('...H @include(if: $x) ...G', `fragment H on Thing { e: id ...G } ${g}`),
      ],
      [`a spread below a conditional field: ${x}`, conditional('next @include(if: $x) { ...G } ...G', g)],
      [`two conditions: ${x}`, conditional('id b: id @include(if: $x) @skip(if: $x)')],
      [`a conditional inline fragment: ${x}`, conditional('id ... @include(if: $x) { b: id }')],
    ];
  }),
  ['an alias that spells a path', { query: '{ a: thing(id: 1) { b: called } a_b: thing(id: 1) { id } }' }],
  ['a date', { query: '{ given(moment: "2026-11-22") }' }],
  ['a date in an object', { query: '{ given(box: { width: 1, at: "2026-11-22" }) }' }],
  ['a date by default', { query: 'query ($at: Moment = "2026-11-22") { given(moment: $at) }' }],
  [
    'an object with a date by default',
    { query: 'query ($b: Box = { width: 1, at: "2026-11-22" }) { given(box: $b) }' },
  ],
  ['a date as variable', { query: 'query ($at: Moment) { given(moment: $at) }', variables: { at: '2026-11-22' } }],
  [
    'an absent variable in an object',
    { query: 'query ($h: Int!, $n: String) { given(box: { width: $h, note: $n }) }', variables: { h: 1 } },
  ],
  [
    'null in a list that takes none',
    { query: 'query ($t: String = "t") { given(texts: [$t]) }', variables: { t: null } },
  ],
  ['an alias __proto__', { query: '{ __proto__: thing(id: 1) { __proto__: id } }' }],
  ['one of two operations', { query: 'query A { things { id } } query B { thing(id: 2) { id } }', operationName: 'B' }],
  ['an error beside data', { query: '{ thing(id: 1) { id broken } }' }],
  [
    'errors on other lines, one after a block string',
    {
      query: 'query Q {\r\n  a: thing(id: """\n\n""") {\r\n id\n\r broken }\n b: things {\n\tbroken } }',
    },
  ],
  ['null where none may be', { query: '{ thing(id: 1) { required } }' }],
  ['a default of a required variable', { query: 'query ($id: ID! = "d") { thing(id: $id) { id } }' }],
  ['a default of an optional variable', { query: 'query ($id: ID = "d") { thing(id: $id) { id } }' }],
  ['a list given as one value', { query: 'query ($ids: [ID!]!) { some(ids: $ids) { id } }', variables: { ids: 'x' } }],
  ['a value of the wrong type', { query: 'query ($id: ID!) { thing(id: $id) { id } }', variables: { id: { a: 1 } } }],
  ['a missing variable', { query: 'query ($id: ID!) { thing(id: $id) { id } }' }],
  ['introspection', { query: '{ __typename __type(name: "Thing") { fields { name } } }' }],
])('%s: the compiled query returns the same as the interpreted one', async (_name, body) => {
  const interpreted = await runText(body);
  for (let time = 0; time < 3; time += 1) expect(await runText(body)).toBe(interpreted);
});

test.each([
  ['a conditional field', '{ id b: id @include(if: $x) }', '', true],
  ['a conditional fragment', '{ id ...F @include(if: $x) }', 'fragment F on Thing { id }', true],
  [
    'a fragment with and without a condition',
    '{ ...F next { ...F @skip(if: $x) } }',
    'fragment F on Thing { id }',
    false,
  ],
  ['a condition that is constant', '{ id @include(if: true) }', '', false],
])('%s is compiled only if conditions apply as specified', (_name, selection, fragments, expected) => {
  const document = parse(`query ($x: Boolean!) { thing(id: 1) ${selection} } ${fragments}`);
  expect(isCompilable(schema, document)).toBe(expected);
});

test.each([true, false])('members of a fragment that is skipped (%s) may come in another order', async (x) => {
  const query = `query ($x: Boolean!) { thing(id: 1) { ...F @skip(if: $x) next { called } id } }
    fragment F on Thing { id next { id } }`;
  const interpreted = await run({ query, variables: { x } });
  for (let time = 0; time < 3; time += 1) expect(await run({ query, variables: { x } })).toEqual(interpreted);
});

test('compiles repeated trusted documents, and never those of third parties', async () => {
  compile.mockClear();
  const query = '{ things { id called } }';
  const open = serverOf(() => false);
  for (let time = 0; time < 5; time += 1) await runText({ query }, open);
  expect(compile).not.toHaveBeenCalled();
  for (let time = 0; time < 5; time += 1) await runText({ query });
  expect(compile).toHaveBeenCalledTimes(1);
});

test('never runs a text of a document as code', async () => {
  const mark = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';
  const runOften = async (query: string) => {
    for (let time = 0; time < 4; time += 1) await run({ query });
  };
  const code = (name: string) => `${mark}globalThis.${name} = 1`;
  await runOften(`{ thing(id: "${code('ranArgument')}") { id } }`);
  await runOften(`{ thing(id: """${code('ranBlock')}""") { id } }`);
  await runOften(`{ some(ids: [1, "${code('ranItem')}"]) { id } }`);
  await runOften(`{ given(box: { width: 1, note: "${code('ranMember')}" }) }`);
  await runOften(`query ($id: ID = "${code('ranDefault')}") { thing(id: $id) { id } }`);
  await runOften(`{ __type(name: "\\u005f${code('ranEscaped').slice(1)}") { name } }`);
  expect(Object.keys(globalThis).filter((name) => name.startsWith('ran'))).toEqual([]);
});

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
/** Fragments: each spreads the next, and the last holds nothing to count. */
const chain = (length: number, type: string, spread: (next: string) => string) =>
  `${times(length, (i) => `fragment F${i} on ${type} { ${spread(`...F${i + 1}`)} }`)}
   fragment F${length} on ${type} { __typename }`;
const doubling = (length: number) => `{ things { ...F0 } } ${chain(length, 'Thing', (next) => `${next} ${next}`)}`;

test.each([
  ['2^40 times', doubling(40)],
  ['2^40 times, at the root', `{ ...F0 } ${chain(40, 'Query', (next) => `${next} ${next}`)}`],
  [
    '2^40 times, in inline fragments',
    `{ things { ...F0 } } ${chain(40, 'Thing', (next) => `${next} ... on Thing { ${next} }`)}`,
  ],
  [
    '8^8 times, below fields',
    `{ thing(id: 1) { ...F0 } } ${chain(8, 'Thing', (next) => times(8, () => `next { ${next} }`))}`,
  ],
  [
    '280 times, a long one',
    `{ thing(id: 1) { ${times(7, () => `${times(40, () => '...F')} next {`)} id ${'}'.repeat(7)} } }
     fragment F on Thing { ${times(400, () => 'id')} }`,
  ],
])('interprets fragments that are spread %s', async (_name, query) => {
  expect(isCompilable(schema, parse(query))).toBe(false);
  for (let time = 0; time < 4; time += 1) expect((await run({ query })).errors).toBeUndefined();
});

test('a document with nested fragments takes no longer the third time', async () => {
  const before = performance.now();
  for (let time = 0; time < 4; time += 1) expect((await run({ query: doubling(24) })).errors).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('compiles fragments that each component of a page defines', () => {
  const query = `{ things { ...Card } } fragment Card on Thing { id ...Title next { ...Title } }
    fragment Title on Thing { called ...Label } fragment Label on Thing { __typename }`;
  expect(isCompilable(schema, parse(query))).toBe(true);
});

test.each(['{ __schema { types { name } } }', '{ ...F } fragment F on Query { t: __type(name: "Thing") { name } }'])(
  'what asks for the schema is interpreted: %s',
  (query) => expect(isCompilable(schema, parse(query))).toBe(false),
);
