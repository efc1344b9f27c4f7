import { randomUUID } from 'node:crypto';
import { type GraphQLInputType, getNullableType, isListType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { badValuesOf } from './support/bad-values.ts';
import { errorBody, otherArgumentsOf, pathOf, queryOf } from './support/call.ts';
import { databaseContent } from './support/database-content.ts';
import { needsToken, ROUTED, type RoutedOperation } from './support/operations.ts';
import { sampleFor } from './support/samples.ts';
import { credentialsFor } from './support/visitor-credentials.ts';
import { createWorld, type World } from './support/world.ts';

const app = useTestApp();
let world: World;
beforeAll(async () => {
  world = await createWorld(app);
});

const tokenFor = (operation: RoutedOperation) => (needsToken(operation) ? world.owner.token : undefined);

function get(operation: RoutedOperation, query: Record<string, string>) {
  const path = pathOf(operation, sampleFor(operation.name, world));
  return rest(app, 'GET', `${path}?${new URLSearchParams(query)}`, { token: tokenFor(operation) });
}

const encoded = (position: string) => Buffer.from(position).toString('base64url');

const CURSOR = /^cursor: is not a cursor returned by a list/;
const BAD_PAGES: [query: Record<string, string>, message: RegExp][] = [
  ...['0', '-1', '501', '2147483647'].map((limit): [Record<string, string>, RegExp] => [
    { limit },
    /^limit: must be from 1 to 500$/,
  ]),
  ...['ten', '1.5', '0x10', '1e2', '+5', ' 5', 'NaN', 'Infinity', '9999999999', '1 0', '[1]'].map(
    (limit): [Record<string, string>, RegExp] => [{ limit }, /^limit: must be a whole number$/],
  ),
  ...[
    'nonsense',
    '%',
    '\0',
    '😀',
    '0',
    encoded(randomUUID()),
    encoded(`now ${randomUUID()}`),
    encoded(` ${randomUUID()}`),
    encoded(`-1 ${randomUUID()}`),
    encoded(`-8640000000000000 ${randomUUID()}`),
    encoded(`8640000000000001 ${randomUUID()}`),
    encoded('1795000000000 1'),
    encoded("1795000000000 ' OR 1=1"),
  ].map((cursor): [Record<string, string>, RegExp] => [{ cursor }, CURSOR]),
];

const lists = ROUTED.filter(({ rest: { route } }) => route.envelope === 'list');

describe('invalid paging', () => {
  test.each(lists)('$name', async (operation) => {
    for (const [query, message] of BAD_PAGES) {
      const { status, body } = await get(operation, query);
      expect([query, status, body]).toEqual([query, 400, errorBody(400, expect.stringMatching(message))]);
    }
  });

  test.each(lists)('$name treats empty parameters as absent', async (operation) => {
    const { body } = await get(operation, {});
    const empty = Object.fromEntries(operation.rest.otherArguments.map(({ name }) => [name, '']));
    expect((await get(operation, empty)).body).toEqual(body);
  });
});

describe('a parameter given as a list', () => {
  const parameters = ROUTED.filter((operation) => operation.rest.route.method === 'GET').flatMap((operation) =>
    operation.rest.otherArguments.map(({ name, argument }) => ({ operation, name, argument, of: operation.name })),
  );
  const once = (name: string) => `send ${name} once, with one value`;
  const isList = (type: GraphQLInputType) => isListType(getNullableType(type));

  test.each(parameters.filter(({ argument }) => isList(argument.type)))('$of: $name in brackets', async (parameter) => {
    const { operation, name } = parameter;
    const path = pathOf(operation, sampleFor(operation.name, world));
    const { status, body } = await rest(app, 'GET', `${path}?${name}[]=1`, { token: tokenFor(operation) });
    const message = `${name}[]: must not have brackets; send ${name} once for each value`;
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test.each(parameters.filter(({ argument }) => !isList(argument.type)))('$of: $name', async ({ operation, name }) => {
    const path = pathOf(operation, sampleFor(operation.name, world));
    const rejected: [query: string, message: string][] = [
      [`${name}=1&${name}=2`, `${name}: found 2 values; send it once, with one value`],
      [`${name}=1&${name}=&${name}=1&${name}=2`, `${name}: found 3 values; send it once, with one value`],
      [`${name}[]=1`, `${name}[]: must not be a list; ${once(name)}`],
      [`${name}%5B0%5D=1&${name}%5B1%5D=2`, `${name}[]: must not be a list; ${once(name)}`],
    ];
    for (const [query, message] of rejected) {
      const { status, body } = await rest(app, 'GET', `${path}?${query}`, { token: tokenFor(operation) });
      expect([query, status, body.message]).toEqual([query, 400, expect.stringContaining(message)]);
    }
  });

  const listed = (query: string) =>
    rest(app, 'GET', `/annotations/project/${world.project.id}?${query}`, { token: world.owner.token });

  test('treats empty parameters as absent', async () => {
    const { status, body } = await listed('status=open');
    expect([status, body.length]).toEqual([200, expect.any(Number)]);
    for (const query of [
      'status=open&status=',
      'status=&status=open',
      'statuses=&status=open',
      'statuses=open&statuses=',
    ]) {
      expect([query, (await listed(query)).body]).toEqual([query, body]);
    }
  });

  test('accepts a list as a repeated parameter, and an item with a comma', async () => {
    const { body } = await listed('statuses=open&statuses=in_progress&priorities=normal');
    expect(body.length).toBeGreaterThan(0);
    expect((await listed('pages=https://shop.example/a,b&pages=https://shop.example/c')).body).toEqual([]);
  });

  test('rejects unknown parameters of a list with a filter, and ignores them elsewhere', async () => {
    for (const [query, name] of [
      ['number=3', 'number'],
      ['status=open&color[]=red&color[]=blue', 'color'],
    ] as const) {
      const { status, body } = await listed(query);
      const message = expect.stringContaining(`${name}: is unknown; expected url, status, `);
      expect([query, status, body]).toEqual([query, 400, errorBody(400, message)]);
    }
    const { status } = await rest(app, 'GET', `/projects/${world.project.id}?color=red`, { token: world.owner.token });
    expect(status).toBe(200);
  });

  test('rejects a repeated organization in the query of a create', async () => {
    const path = `/v1/webhooks?organizationId=${world.owner.organizationId}&organizationId=${world.owner.organizationId}`;
    const { status, body } = await rest(app, 'POST', path, { token: world.owner.token, body: {} });
    expect([status, body.message]).toEqual([400, expect.stringContaining('organizationId: found 2 values')]);
  });
});

describe('invalid filters', () => {
  const filters = lists.flatMap((operation) =>
    operation.rest.otherArguments
      .filter(({ name }) => name !== 'limit' && name !== 'cursor')
      .map((parameter) => ({ ...parameter, operation, of: operation.name })),
  );
  test.each(filters)('$of: $name', async ({ operation, name, argument, memberOf }) => {
    const type = getNullableType(argument.type);
    const item = { ...argument, type: getNullableType(isListType(type) ? (type.ofType as GraphQLInputType) : type) };
    // A query holds text alone, and empty text does not filter.
    const values = badValuesOf({ name, argument: item, memberOf }).filter(
      ({ value }) => typeof value === 'string' && value !== '',
    );
    // In a query, the text "true" is valid for a Boolean, and "1" for a number.
    const isText = ['Boolean', 'Int'].includes(String(item.type));
    const bad = values.map((each) => (isText ? { ...each, value: 'yes' } : each));
    expect(bad.length).toBeGreaterThan(0);
    for (const { value, message: says } of bad) {
      const { status, body } = await get(operation, { [name]: String(value) });
      // Percent-encoding turns half a surrogate pair into a replacement character, which is valid
      // in a URL.
      if (/\p{Surrogate}/u.test(String(value))) continue;
      const message = new RegExp(`^${name}(\\.0)?: ${typeof says === 'string' ? says : says.source}`);
      expect([value, status, body]).toEqual([value, 400, errorBody(400, expect.stringMatching(message))]);
    }
  });
});

describe('an invalid id in a path', () => {
  const NO_IDS = ['nope', '1', '%00', '%20', "'%20OR%201=1", '%F0%9F%98%80', '..%2F..', '__proto__', 'constructor'];

  // An unknown project key of the public list is an invalid credential.
  const inPath = ROUTED.filter(
    ({ name, rest: { pathParameters } }) => pathParameters.length > 0 && name !== 'publicAnnotations',
  );
  test.each(inPath)('$name', async (operation) => {
    const before = await databaseContent(app);
    const args = sampleFor(operation.name, world);
    const { method, path } = operation.rest.route;
    const members = otherArgumentsOf(operation, args);
    const isRead = method === 'GET';
    const query = isRead ? `?${queryOf(members)}` : '';
    for (const id of [...NO_IDS, `${randomUUID()}0`, randomUUID().replaceAll('-', ''), `${randomUUID()}%0A`]) {
      const body = isRead || method === 'DELETE' ? undefined : members;
      const response = await rest(app, method, path.replace(/:\w+/, id) + query, {
        ...credentialsFor(operation, args, { token: tokenFor(operation) }),
        body,
      });
      expect([id, response.status, response.body]).toEqual([
        id,
        404,
        errorBody(404, expect.stringMatching(/ not found$/)),
      ]);
    }
    expect(await databaseContent(app)).toEqual(before);
  });
});

test('returns 404 for unknown paths and methods', async () => {
  const { token } = world.owner;
  const { id } = world.project;
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['GET', '/projects'],
    ['PUT', `/projects/${id}`],
    ['POST', `/projects/${id}`],
    ['GET', `/projects/${id}/`],
    ['GET', `/projects//${id}`],
    ['DELETE', '/annotations'],
    ['POST', '/webhook'],
    ['DELETE', '/webhook/1'],
    ['GET', '/auth/login'],
  ] as const) {
    const response = await rest(app, method, path, { token });
    expect([path, response.status, response.body]).toEqual([path, 404, errorBody(404, `${method} ${path} not found`)]);
  }
});
