import { randomBytes, randomUUID } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { createClient } from 'graphql-ws';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createPersonalToken, revokeToken } from '../support/access-tokens.ts';
import { graphql, type RestResponse, rest } from '../support/client.ts';
import { createBatch } from '../support/collection.ts';
import { createProject, PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp } from '../support/test-app.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { errorBody } from './support/call.ts';
import { databaseContent } from './support/database-content.ts';
import { statementsOf } from './support/sql-statements.ts';

const LIMITS = {
  RATE_LIMIT_USER: '7',
  RATE_LIMIT_IP: '5',
  RATE_LIMIT_AUTH: '30',
  RATE_LIMIT_PROJECT: '4',
  RATE_LIMIT_COLLECT: '6',
};

const app = useTestApp({ env: { ...LIMITS, TRUST_PROXY: '1' } });

/** As through a proxy that says from where the call came. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const me = (user: TestUser) => rest(app, 'GET', '/auth/me', { token: user.token });

function standing({ headers }: RestResponse): [limit: number, remaining: number] {
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(1);
  expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  return [Number(headers.get('ratelimit-limit')), Number(headers.get('ratelimit-remaining'))];
}

function expectLimited(response: RestResponse, limit: number): void {
  const message = new RegExp(`^Over ${limit} calls in a minute; retry in \\d+ s$`);
  expect([response.status, response.body]).toEqual([429, errorBody(429, expect.stringMatching(message))]);
  expect(standing(response)).toEqual([limit, 0]);
  expect(response.headers.get('retry-after')).toBe(response.headers.get('ratelimit-reset'));
}

describe('an access token', () => {
  test('has a limit of its own, beside the session and the other tokens of its user', async () => {
    const user = await registerUser(app);
    const [first, second] = [await createPersonalToken(app, user), await createPersonalToken(app, user)];
    const ofProject = await rest(app, 'POST', '/access-tokens', {
      token: user.token,
      body: {
        organizationId: user.organizationId,
        name: 'CI',
        role: 'viewer',
        actions: ['organization.read'],
        allProjects: true,
      },
    });
    expect(ofProject.status).toBe(201);
    const read = ({ token }: { token: string }) => rest(app, 'GET', '/organizations', { token });
    for (let left = 6; left >= 0; left--) expect(standing(await read(first))).toEqual([7, left]);
    expectLimited(await read(first), 7);
    expectLimited(await rest(app, 'GET', '/organizations', { token: first.token, ...from('192.0.2.3') }), 7);
    expect(standing(await read(second))).toEqual([7, 6]);
    expect(standing(await read(ofProject.body))).toEqual([7, 6]);
    expect(standing(await me(user))).toEqual([7, 5]);
  });

  test('counts nothing against its user when it is invalid, but against the address', async () => {
    const user = await registerUser(app);
    const { id, token } = await createPersonalToken(app, user);
    await revokeToken(app, id);
    const call = () => rest(app, 'GET', '/organizations', { token, ...from('192.0.2.4') });
    for (let left = 4; left >= 0; left--) {
      const response = await call();
      expect([response.status, ...standing(response)]).toEqual([401, 5, left]);
    }
    expectLimited(await call(), 5);
    expect(standing(await me(user))).toEqual([7, 6]);
  });
});

describe('a user', () => {
  test('gets decreasing limit headers, then 429 with Retry-After', async () => {
    const user = await registerUser(app);
    for (let left = 6; left >= 0; left--) {
      const response = await me(user);
      expect([response.status, ...standing(response)]).toEqual([200, 7, left]);
    }
    expectLimited(await me(user), 7);
    expectLimited(await rest(app, 'GET', `/projects/${user.organizationId}`, { token: user.token }), 7);
  });

  test('has one limit across addresses, REST and GraphQL; each alias counts as a call', async () => {
    const user = await registerUser(app);
    const { token } = user;
    await rest(app, 'GET', '/auth/me', { token, ...from('192.0.2.1') });
    await rest(app, 'GET', '/auth/me', { token, ...from('192.0.2.2') });
    const response = await graphql(app, '{ a: me { id } b: me { id } c: me { id } }', {}, { token });
    expect(response.errors).toBeUndefined();
    expect(standing(await me(user))).toEqual([7, 1]);
    const { data, errors } = await graphql(app, 'mutation { a: rotateProjectKey(id: "x") { id } }', {}, { token });
    expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'NOT_FOUND']);
    const rejected = await graphql(app, '{ me { id } }', {}, { token });
    expect(rejected.errors?.[0]?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
    expectLimited(await me(user), 7);
  });

  test('is limited over WebSocket too', async () => {
    const user = await registerUser(app);
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${user.token}` },
      // Keeps one socket: each upgrade counts against the address.
      lazyCloseTimeout: 60_000,
    });
    const document = '{ a: me { id } b: me { id } }';
    const call = async () => (await client.iterate<{ a: unknown }>({ query: document }).next()).value;
    expect((await call())?.data?.a).toEqual({ id: user.id });
    expect(standing(await me(user))).toEqual([7, 4]);
    await call();
    await call();
    expect((await call())?.errors?.[0]?.extensions?.code).toBe('RATE_LIMITED');
    await client.dispose();
    expectLimited(await me(user), 7);
  });

  test('does not consume the limit of another user', async () => {
    const [busy, calm] = [await registerUser(app), await registerUser(app)];
    await Promise.all(Array.from({ length: 20 }, () => me(busy)));
    expect((await me(busy)).status).toBe(429);
    expect(standing(await me(calm))).toEqual([7, 6]);
  });

  test('gets exactly the permitted number of responses for 20 concurrent calls', async () => {
    const user = await registerUser(app);
    const responses = await Promise.all(Array.from({ length: 20 }, () => me(user)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(13);
  });

  test('is rejected before anything is written', async () => {
    const user = await registerUser(app);
    await Promise.all(Array.from({ length: 7 }, () => me(user)));
    const before = await databaseContent(app);
    const body = { organizationId: user.organizationId, name: 'Shop', slug: 'shop' };
    expectLimited(await rest(app, 'POST', '/projects', { token: user.token, body }), 7);
    expect(await databaseContent(app)).toEqual(before);
  });
});

test('an address without a token has its own limit', async () => {
  const call = (address: string) => graphql(app, '{ me { id } }', {}, from(address));
  const codes: unknown[] = [];
  for (let i = 0; i < 6; i++) codes.push((await call('198.51.100.1')).errors?.[0]?.extensions.code);
  expect(codes).toEqual([...Array(5).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
  expect((await call('198.51.100.2')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

describe('an operation without limited fields', () => {
  const DOCUMENTS: [string, string, object?][] = [
    ['a document that does not parse', '{ me { id }'],
    ['one that does not fit the schema', '{ nothing }'],
    ['one that is too deep', `{ me { ${'memberships { organization { '.repeat(8)} id ${'} } '.repeat(8)} } }`],
    ['variables that do not fit', 'query ($id: ID!) { project(id: $id) { id } }', {}],
    ['introspection', '{ __schema { queryType { name } } }'],
    ['nothing but a type name', '{ __typename }'],
  ];

  test('counts as one call over HTTP, also when rejected', async () => {
    for (const [i, [, document, variables]] of DOCUMENTS.entries()) {
      const address = from(`198.51.100.${i + 10}`);
      const codes: unknown[] = [];
      for (let n = 0; n < 6; n++) {
        codes.push((await graphql(app, document, variables ?? {}, address)).errors?.[0]?.extensions.code ?? 'none');
      }
      expect(codes.slice(0, 5)).not.toContain('RATE_LIMITED');
      expect(codes[5]).toBe('RATE_LIMITED');
    }
    const broken = () => rest(app, 'POST', '/graphql', { body: 'no json', ...from('198.51.100.30') });
    expect(standing(await broken())).toEqual([5, 4]);
  });

  test('counts as one call over a WebSocket', async () => {
    const user = await registerUser(app);
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${user.token}` },
      // Keeps one socket: each upgrade counts against the address.
      lazyCloseTimeout: 60_000,
    });
    const codeOf = async (query: string) => {
      try {
        const { value } = await client.iterate({ query }).next();
        return value?.errors?.[0]?.extensions?.code ?? 'none';
      } catch (errors) {
        return (errors as GraphQLError[])[0]?.extensions.code;
      }
    };
    const codes: unknown[] = [];
    for (const [, document] of DOCUMENTS) codes.push(await codeOf(document));
    expect(codes).not.toContain('RATE_LIMITED');
    expect(standing(await me(user))).toEqual([7, 0]);
    for (const [, document] of DOCUMENTS) expect(await codeOf(document)).toBe('RATE_LIMITED');
    await client.dispose();
  });
});

test('register and login share one limit per address', async () => {
  const { token } = await registerUser(app);
  const login = (address: string) => {
    const body = { email: `${randomUUID()}@example.com`, password: '?' };
    return rest(app, 'POST', '/auth/login', { body, token, ...from(address) });
  };
  const address = '203.0.113.1';
  const body = { email: 'limited@example.com', password: PASSWORD, name: 'Limited' };
  expect(standing(await rest(app, 'POST', '/auth/register', { body, ...from(address) }))).toEqual([30, 29]);
  const responses = await Promise.all(Array.from({ length: 29 }, () => login(address)));
  expect(responses.map(({ status }) => status)).toEqual(Array(29).fill(401));
  expectLimited(await login(address), 30);
  expectLimited(await rest(app, 'POST', '/auth/register', { body, ...from(address) }), 30);
  const overGraphql = await graphql(
    app,
    'mutation { login(email: "a", password: "b") { tokenType } }',
    {},
    from(address),
  );
  expect(overGraphql.errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
  expect((await login('203.0.113.2')).status).toBe(401);
});

describe('a project key', () => {
  test('is limited across addresses, and each address across keys', async () => {
    const owner = await registerUser(app);
    const [one, two] = [await createProject(app, owner), await createProject(app, owner)];
    const read = (key: string, address: string) =>
      rest(app, 'GET', `/annotations/project/${key}/public`, from(address));
    for (let left = 3; left >= 0; left--) {
      expect(standing(await read(one.projectKey, `192.0.2.${left + 10}`))).toEqual([4, left]);
    }
    expectLimited(await read(one.projectKey, '192.0.2.20'), 4);

    const statuses: number[] = [];
    for (const key of ['a', 'b', 'c', 'd', 'e', two.projectKey]) statuses.push((await read(key, '192.0.2.30')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await read(two.projectKey, '192.0.2.31')).status).toBe(200);
  });

  test('is limited in header, body and path alike', async () => {
    const { projectKey } = await createProject(app, await registerUser(app));
    const pin = { content: 'a', url: 'https://shop.example' };
    const post = (body: object, headers: Record<string, string>) =>
      rest(app, 'POST', '/annotations/public', { body, headers });
    const at = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` });
    expect(standing(await post(pin, { ...at(40), 'x-project-key': projectKey }))).toEqual([4, 3]);
    expect(standing(await post({ ...pin, projectKey }, at(41)))).toEqual([4, 2]);
    const document = 'query ($key: String!) { publicAnnotations(projectKey: $key) { nodes { id } } }';
    expect(
      (await graphql(app, document, { key: projectKey }, from('192.0.2.42'))).data.publicAnnotations.nodes,
    ).toHaveLength(2);
    expect(standing(await post(pin, { ...at(43), 'x-project-key': projectKey }))).toEqual([4, 0]);
    expectLimited(await post(pin, { ...at(44), 'x-project-key': projectKey }), 4);
  });
});

describe('a project', () => {
  /** Identifiers of a project: its key, the previous key, and its id in either case. */
  async function namesOf(): Promise<string[]> {
    const owner = await registerUser(app);
    const { id, projectKey } = await createProject(app, owner);
    const rotated = await rest(app, 'POST', `/projects/${id}/rotate-key`, { token: owner.token });
    const half = id.slice(0, 20) + id.slice(20).toUpperCase();
    return [projectKey, rotated.body.projectKey, id, id.toUpperCase(), half];
  }

  test('has one limit of public calls for all its identifiers', async () => {
    const [last = '', ...names] = await namesOf();
    const read = (key: string, n: number) =>
      rest(app, 'GET', `/annotations/project/${key}/public`, from(`192.0.2.${n + 70}`));
    for (const [n, name] of names.entries()) expect(standing(await read(name, n))).toEqual([4, 3 - n]);
    expectLimited(await read(last, 5), 4);
  });

  test('has one limit of collected batches for all its identifiers', async () => {
    const names = await namesOf();
    const collect = (key: string) => rest(app, 'POST', '/v1/collect', { body: createBatch(key) });
    for (const [n, name] of names.entries()) expect(standing(await collect(name))).toEqual([6, 5 - n]);
    const settings = (key: string) => rest(app, 'GET', `/v1/collect/${key}/settings`);
    expect(standing(await settings(names[4] ?? ''))).toEqual([6, 0]);
    for (const name of names) expectLimited(await collect(name), 6);
  });
});

test("limits one address to its share of the project's batches", async () => {
  const shared = await startTestApp({
    env: { RATE_LIMIT_COLLECT: '6', RATE_LIMIT_COLLECT_IP: '3', TRUST_PROXY: '1' },
  });
  const { projectKey } = await createProject(shared, await registerUser(shared));
  const collect = (address: string) =>
    rest(shared, 'POST', '/v1/collect', { body: createBatch(projectKey), ...from(address) });
  const statuses = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await collect('192.0.2.70')).status);
  expect(statuses).toEqual([...Array(3).fill(202), ...Array(17).fill(429)]);
  expectLimited(await collect('192.0.2.70'), 3);
  for (let n = 0; n < 3; n += 1) expect((await collect(`192.0.2.${80 + n}`)).status).toBe(202);
  expectLimited(await collect('192.0.2.90'), 6);
  await shared.close();
});

describe('collecting', () => {
  const collect = (key: string, address: string) =>
    rest(app, 'POST', '/v1/collect', { body: createBatch(key), ...from(address) });
  const madeUp = () => `pk_${randomBytes(24).toString('base64url')}`;

  test('counts unknown keys per address, then skips the lookup; other addresses are unaffected', async () => {
    const { projectKey } = await createProject(app, await registerUser(app));
    const statuses: number[] = [];
    for (const key of [madeUp(), 'pk_none', madeUp(), randomUUID(), madeUp()]) {
      statuses.push((await collect(key, '192.0.2.60')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const responses: RestResponse[] = [];
    const statements = await statementsOf(app, async () => {
      responses.push(await collect(madeUp(), '192.0.2.60'));
    });
    const message = expect.stringMatching(/^Over 5 unknown project keys in a minute; retry in \d+ s$/);
    expect([responses[0]?.body, statements]).toEqual([errorBody(429, message), []]);
    expect(responses[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await collect(projectKey, '192.0.2.61')).status).toBe(202);
  });

  test('counts unknown keys per IPv6 /64', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n++) statuses.push((await collect(madeUp(), `2001:db8:0:60::${n}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await collect(madeUp(), '2001:db8:0:61::1')).status).toBe(401);
  });

  test('queries no database for a malformed key', async () => {
    const responses: number[] = [];
    const statements = await statementsOf(app, async () => {
      for (const key of ['pk_none', 'x', 'p'.repeat(64)]) responses.push((await collect(key, '192.0.2.62')).status);
    });
    expect([responses, statements]).toEqual([[401, 401, 401], []]);
  });
});

test('a limit of 0 disables the limit and its headers', async () => {
  const free = await startTestApp();
  const { headers } = await rest(free, 'GET', '/auth/me', { token: (await registerUser(free)).token });
  expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  await free.close();
});
