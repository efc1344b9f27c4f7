import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { transports } from '../support/live-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
  await createAnnotation(app, owner, projectId);
});

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

const deep = (depth: number) =>
  `{ __type(name: "User") ${'{ ofType '.repeat(depth - 2)} { name } ${'}'.repeat(depth - 1)}`;
const deepInFragments = (depth: number) =>
  `{ __type(name: "User") { ...F0 } } ${times(depth - 2, (i) => `fragment F${i} on __Type { ofType { ...F${i + 1} } }`)}
   fragment F${depth - 2} on __Type { name }`;
const aliases = (count: number) => `{ ${times(count, (i) => `a${i}: __typename`)} }`;
const aliasesOfFragments = (doublings: number) =>
  `{ me { ...F0 } } ${times(doublings, (i) => `fragment F${i} on Viewer { ...F${i + 1} ...F${i + 1} }`)}
   fragment F${doublings} on Viewer { a: id }`;
const doublingTypenames = (doublings: number) =>
  `{ me { ...F0 } } ${times(doublings, (i) => `fragment F${i} on Viewer { ...F${i + 1} ...F${i + 1} }`)}
   fragment F${doublings} on Viewer { __typename }`;
const directives = (count: number) => `{ me { ${times(count, () => 'id @include(if: true)')} } }`;
const FIELDS = ['id', 'name', 'email', 'createdAt'];
const tokens = (count: number) => `{ me { ${times(count - 5, (i) => FIELDS[i % 4] ?? '')} } }`;
const annotations = (paging: string) =>
  `annotations(projectId: "x" ${paging}) { nodes { id comments(first: 500) { nodes { id } } } }`;
const COSTLY =
  'query ($n: Int) { annotations(projectId: "x", first: $n) { nodes { comments(first: $n) { nodes { id } } } } }';

const schemas = (count: number, more = '') =>
  `{ ${times(count, (i) => `s${i}: __schema { types { fields { name } } }`)} ${more} }`;
const SCHEMA_FRAGMENT = 'fragment F on Query { __schema { types { name } } }';
const types = (count: number) => `{ ${times(count, (i) => `t${i}: __type(name: "User") { name }`)} }`;

const rejected: [what: string, message: RegExp, query: string, variables?: Record<string, unknown>][] = [
  ['11 levels', /^Query depth limit of 10 exceeded, found 11\. Request/, deep(11)],
  ['11 levels, in fragments', /^Query depth limit of 10 exceeded, found 11\. Request/, deepInFragments(11)],
  ['16 aliases', /^Aliases limit of 15 exceeded, found 16\. Split/, aliases(16)],
  ['2^40 aliases in fragments', /^Aliases limit of 15 exceeded, found 1099511627776\. Split/, aliasesOfFragments(40)],
  ['10 directives', /^Directives limit of 9 exceeded, found 10\. Split/, directives(10)],
  ['__schema twice', /^The document requests __schema more than 1 time\. Request/, schemas(2)],
  [
    '__schema twice, in a fragment',
    /^The document requests __schema more than/,
    `${schemas(1, '...F')} ${SCHEMA_FRAGMENT}`,
  ],
  ['__type 6 times', /^The document requests __type more than 5 times\. Request/, types(6)],
  [
    'an alias below __schema',
    /^The document requests fields of __Type as a\. Aliases are not allowed below __schema and __type; request fields once/,
    '{ __schema { types { fields { name } a: fields { name } } } }',
  ],
  [
    'an alias below __type, in a fragment',
    /^The document requests type of __Field as b\. Aliases/,
    '{ t: __type(name: "User") { ...F } } fragment F on __Type { fields { ... { type { name } b: type { name } } } }',
  ],
  [
    'an alias of __typename below __schema',
    /^The document requests __typename of __Schema as c\. Aliases/,
    '{ __schema { c: __typename } }',
  ],
  ['1 001 tokens', /^The document exceeds the limit of 1000 tokens\. Request/, tokens(1_001)],
  [
    '65 537 characters',
    /^The document has 65537 characters; the limit is 65536\. Send/,
    '{ me { id } }'.padEnd(65_537),
  ],
  [
    '500 × 500 items',
    /^The response may contain 501501 values; the limit is 80000\. Request/,
    `{ ${annotations('first: 500')} }`,
  ],
  ['items from the end', /^The response may contain 501501 values/, `{ ${annotations('last: 500')} }`],
  ['the page of 100 that is the default', /^The response may contain 100301 values/, `{ ${annotations('')} }`],
  ['500 × 500 by variables', /^The response may contain 501001 values/, COSTLY, { n: 500 }],
  ['500 × 500 by a default', /^The response may contain 501001 values/, COSTLY.replace('Int', 'Int = 500')],
  [
    '500 × 500 in a fragment',
    /^The response may contain 501501 values/,
    `{ ...F } fragment F on Query { ${annotations('first: 500')} }`,
  ],
  ['2^40 __typename in fragments', /^The response may contain 1099511627777 values/, doublingTypenames(40)],
];

type Variables = Record<string, unknown>;
type Refusal = [code: unknown, message: unknown];

const ways: Record<string, (query: string, variables?: Variables) => Promise<Refusal>> = {
  async HTTP(query, variables) {
    const { data, errors } = await graphql(app, query, variables, owner);
    expect(data ?? null).toBeNull();
    return [errors?.[0]?.extensions.code, errors?.[0]?.message];
  },
};
for (const [name, subscribe] of Object.entries(transports)) {
  ways[name] = async (query, variables) => {
    const { ended, messages, results } = subscribe(app, { query, variables, token: owner.token });
    const code = await ended;
    expect(results).toEqual([]);
    return [code, messages[0]];
  };
}

describe.each(Object.entries(ways))('over %s', (_name, ask) => {
  test.each(rejected)('%s', async (_what, message, query, variables) => {
    // Twice: the second time the document may come from the cache.
    for (let time = 0; time < 2; time += 1) {
      expect(await ask(query, variables)).toEqual(['BAD_USER_INPUT', expect.stringMatching(message)]);
    }
  });
});

const DASHBOARD = `query ($projectId: ID!, $first: Int) {
  annotations(projectId: $projectId, first: $first) {
    nodes {
      id number projectId content url position_x position_y metadata domFingerprint status assigneeId source
      environmentId screenshotUrl commentCount createdAt updatedAt resolvedAt
      anchor { state confidence checkedAt }
      author { id name email } assignee { id name email } project { id name slug }
      comments(first: 20) { nodes { id content parentId createdAt author { id name email } } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const taken: [what: string, query: string, variables?: () => Variables][] = [
  ['a dashboard of 100 annotations', DASHBOARD, () => ({ projectId, first: 100 })],
  ['introspection', getIntrospectionQuery()],
  [
    'introspection with everything',
    getIntrospectionQuery({
      descriptions: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
      oneOf: true,
      schemaDescription: true,
      specifiedByUrl: true,
    }),
  ],
  [
    'what a schema can do, asked as generators of clients do before they introspect it',
    `{ schema: __type(name: "__Schema") { ...M } type: __type(name: "__Type") { ...M } field: __type(name: "__Field") { ...M }
       directive: __type(name: "__Directive") { ...M } value: __type(name: "__InputValue") { ...M } }
     fragment M on __Type { __typename name fields(includeDeprecated: true) { name args { name } } }`,
  ],
  ['__schema once, in two places', `{ ...F ...F } ${SCHEMA_FRAGMENT}`],
  ['__type 5 times', types(5)],
  ['10 levels', deep(10)],
  ['10 levels, in fragments', deepInFragments(10)],
  ['15 aliases', aliases(15)],
  ['9 directives', directives(9)],
  ['1 000 tokens', tokens(1_000)],
  ['65 536 characters', '{ me { id } }'.padEnd(65_536)],
];
test.each(taken)('accepts %s', async (_what, query, variables) => {
  const { data, errors } = await graphql(app, query, variables?.(), owner);
  expect(errors).toBeUndefined();
  expect(data).toBeTruthy();
});

test('accepts pages of 500 over REST', async () => {
  const { token, organizationId } = owner;
  const { projectKey } = await createProject(app, owner);
  for (const path of [
    `/annotations/project/${projectId}`,
    `/annotations/project/${projectKey}/public`,
    `/projects/organization/${organizationId}`,
  ]) {
    const { status } = await rest(app, 'GET', `${path}?limit=500`, { token });
    expect([path, status]).toEqual([path, 200]);
  }
});

test('rejects circular introspection', async () => {
  const query = `{ __schema { types ${'{ fields { type '.repeat(4)} { name } ${'} }'.repeat(4)} } }`;
  expect((await graphql(app, query)).errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
});

test('suggests fields in development, not in production', async () => {
  const production = await startTestApp({ env: { NODE_ENV: 'production' }, databaseUrl: app.databaseUrl });
  const query = '{ mee { id } annotations(projectId: "x", status: opne) { nodes { idd } } }';
  const said = async (each: TestApp) => JSON.stringify((await graphql(each, query)).errors);
  expect(await said(app)).toMatch(/Did you mean \\"me\\"/);
  expect(await said(production)).toContain('Cannot query field');
  expect(await said(production)).not.toContain('Did you mean');
  await production.close();
});

describe('a hostile document is rejected quickly', () => {
  const MIB = 1024 * 1024 - 100;
  const hostile: [what: string, query: string][] = [
    ['1 MiB of aliases', `{ ${'a: __typename '.repeat(MIB / 14)} }`],
    ['10 000 aliases', aliases(10_000)],
    ['1 MiB of braces', '{a'.repeat(MIB / 2)],
    ['1 MiB of comments', '#\n'.repeat(MIB / 4)],
    ['1 MiB of text', `{ project(id: "${'x'.repeat(MIB - 50)}") { id } }`],
    ['fragments that double 60 times', aliasesOfFragments(60)],
    ['950 fields to compare', `{ me { ${'id '.repeat(950)} } }`.replace('me', 'nothing')],
  ];
  test.each(hostile)('%s', async (_what, query) => {
    await graphql(app, '{ __typename }');
    const costs: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const before = process.cpuUsage();
      const response = await graphql(app, query);
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1000);
      expect(response.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
    // Measures client and server, which share this process. Garbage collection may affect single
    // runs.
    expect(Math.min(...costs)).toBeLessThan(150);
  });
});
