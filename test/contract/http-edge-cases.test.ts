import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, PASSWORD } from '../support/factories.ts';
import { transports, waitForSubscribers } from '../support/live-client.ts';
import { startTestApp } from '../support/test-app.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);

test('ignores a body member with the name of an internal one', async () => {
  const { status } = await rest(app, 'POST', '/annotations', {
    token: owner.token,
    body: { projectId: project.id, content: 'x', url: 'https://shop.example', problem: 'y', members: {} },
  });
  expect(status).toBe(201);
});

test.each(['/annotations/%ZZ', '/annotations/%E0%A4%A', '/%'])('returns 404 for %s', async (path) => {
  const { status, body } = await rest(app, 'GET', path, { token: owner.token });
  expect({ status, error: body.error }).toEqual({ status: 404, error: 'Not Found' });
});

test('accepts the encoding identity case-insensitively', async () => {
  const headers = { 'content-encoding': 'IDENTITY' };
  const body = { projectId: project.id, content: 'x', url: 'https://shop.example' };
  expect((await rest(app, 'POST', '/annotations', { token: owner.token, body, headers })).status).toBe(201);
});

test('HEAD responds like GET, without a body', async () => {
  const path = `/annotations/project/${project.projectKey}/public`;
  const response = await fetch(app.url + path, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.text()).toBe('');
});

describe('HEAD of GraphQL', () => {
  const ask = async (method: string, query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}/graphql${query}`, { method, headers });
    return { status: response.status, type: response.headers.get('content-type'), response };
  };

  test.each([
    ['a query', '?query={__typename}', 200],
    ['a document that does not fit', '?query={nothing}', 200],
    ['a change, which it does not serve', '?query=mutation{logout(refreshToken:"x"){loggedOut}}', 405],
    ['no document', '', 400],
  ])('of %s responds like GET, without a body', async (_what, query, status) => {
    const [head, whole] = [await ask('HEAD', query), await ask('GET', query)];
    expect([head.status, head.type]).toEqual([status, whole.type]);
    expect(whole.status).toBe(status);
    expect(await head.response.text()).toBe('');
  });

  test('of a subscription ends the subscription', async () => {
    const query = `?query=subscription{publicAnnotationChanged(projectKey:"${project.projectKey}"){kind}}`;
    const { status, type } = await ask('HEAD', query, { accept: 'text/event-stream' });
    expect([status, type]).toEqual([200, expect.stringContaining('text/event-stream')]);
    await waitForSubscribers(app, 0);
  });

  test('a stream of events passes proxies unbuffered', async () => {
    const accept = 'text/event-stream';
    const query = `?query=subscription{publicAnnotationChanged(projectKey:"${project.projectKey}"){kind}}`;
    const head = get(`${app.url}/graphql${query}`, { headers: { accept } });
    const [{ rawHeaders, headers }] = (await once(head, 'response')) as [IncomingMessage];
    head.destroy();
    expect(headers).toMatchObject({ 'content-type': expect.stringContaining(accept), 'x-accel-buffering': 'no' });
    expect(headers['content-encoding']).toBeUndefined();
    const caching = rawHeaders.filter((name) => name.toLowerCase() === 'cache-control');
    expect([caching.length, headers['cache-control']]).toEqual([1, 'no-store']);
    await waitForSubscribers(app, 0);
  });

  test('rejects other methods', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await ask(method, '?query={__typename}')).status).toBe(405);
  });
});

test('GraphQL errors of the HTTP layer have documented codes', async () => {
  const empty = await rest(app, 'POST', '/graphql', { body: {} });
  expect(empty.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  const large = await rest(app, 'POST', '/graphql', { body: { query: `{ a } #${'x'.repeat(1024 * 1024)}` } });
  expect(large.status).toBe(413);
  expect(large.body.errors).toEqual([
    { message: 'The body exceeds the limit of 1048576 bytes', extensions: { code: 'PAYLOAD_TOO_LARGE' } },
  ]);
  expect(empty.status).toBe(400);
  const broken = await rest(app, 'POST', '/graphql', { body: '{"query":' });
  expect([broken.status, broken.body]).toEqual([
    400,
    { errors: [{ message: 'POST body sent invalid JSON.', extensions: { code: 'BAD_USER_INPUT' } }] },
  ]);
  const change = await rest(app, 'GET', `/graphql?query=${encodeURIComponent('mutation { logIn }')}`);
  expect(change.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
});

test('rejects GraphQL that is not UTF-8, like REST', async () => {
  const write = (text: string) => `{"query": "{ __typename }", "variables": {"a": "${text}"}}`;
  const send = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const rejected = (message: string) => ({
    status: 400,
    body: { errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] },
  });
  const broken = ['\xfc', '\xe2\x82', '\xed\xa0\x80', '\xc0\xaf'];
  for (const text of broken) {
    expect(await send(Buffer.from(write(text), 'latin1'))).toEqual(rejected('The body is not valid UTF-8'));
  }
  expect((await send(Buffer.from(write('€')))).body.data).toEqual({ __typename: 'Query' });
  expect((await send(Buffer.from(`\ufeff${write('€')}`))).body.data).toEqual({ __typename: 'Query' });
  expect((await send(Buffer.from(write('a')), { 'content-encoding': 'Identity' })).status).toBe(200);
  const unread = 'Content-Encoding: found "GZIP", expected none; send the body uncompressed';
  expect(await send(Buffer.from(write('a')), { 'content-encoding': 'GZIP' })).toEqual(rejected(unread));
});

test.each([
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/graphql', 'application/jsonp'].map(
    (type): [number, Record<string, string>, RegExp] => [
      415,
      { 'content-type': type },
      new RegExp(`^Content-Type: found "${type}", expected application/json$`),
    ],
  ),
  [
    415,
    { 'content-type': 'multipart/form-data; boundary=x' },
    /^Content-Type: found "multipart\/form-data; boundary=x", /,
  ],
  [406, { accept: 'image/png' }, /^Accept: found "image\/png", expected application\/json, /],
])('GraphQL explains a response %i', async (status, headers, message) => {
  const response = await rest(app, 'POST', '/graphql', { body: { query: '{ __typename }' }, headers });
  expect([response.status, response.body]).toEqual([
    status,
    { errors: [{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }] },
  ]);
});

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
  'runs no mutation that is sent as %s',
  async (type) => {
    const { token } = owner;
    const slug = `form-${randomUUID()}`;
    const mutation = `mutation { createProject(organizationId: "${owner.organizationId}", name: "F", slug: "${slug}") { id } }`;
    const part = `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: mutation })}\r\n--x--\r\n`;
    const body = type.startsWith('multipart') ? part : `query=${encodeURIComponent(mutation)}`;
    const response = await rest(app, 'POST', '/graphql', { token, body, headers: { 'content-type': type } });
    expect([response.status, response.body.data]).toEqual([415, undefined]);
    const projects = await rest(app, 'GET', `/projects/organization/${owner.organizationId}`, { token });
    expect(projects.body.map((each: { slug: string }) => each.slug)).not.toContain(slug);
  },
);

test.each(['APPLICATION/JSON', 'Application/Json; charset=UTF-8', 'application/json ;charset=utf-8'])(
  'accepts GraphQL as %s',
  async (type) => {
    const response = await rest(app, 'POST', '/graphql', {
      body: { query: '{ __typename }' },
      headers: { 'content-type': type },
    });
    expect([response.status, response.body.data]).toEqual([200, { __typename: 'Query' }]);
  },
);

describe('response headers', () => {
  const credentials = () => ({ email: owner.email, password: PASSWORD });

  test.each<[string, () => Promise<{ headers: Headers; body: unknown }>]>([
    ['login', () => rest(app, 'POST', '/auth/login', { body: credentials() })],
    ['login over GraphQL', () => logInOverGraphql('application/json')],
    ['login over server-sent events', () => logInOverGraphql('text/event-stream')],
    ['a refresh', () => rest(app, 'POST', '/auth/refresh', { body: { refreshToken: owner.refreshToken } })],
    [
      'a registration',
      () =>
        rest(app, 'POST', '/auth/register', {
          body: { email: `${randomUUID()}@example.com`, password: PASSWORD, name: 'Ada' },
        }),
    ],
  ])('%s is not stored by caches', async (_what, request) => {
    const { headers, body } = await request();
    expect(JSON.stringify(body)).toContain('accessToken');
    expect(headers.get('cache-control')).toMatch(/^no-store$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  async function logInOverGraphql(accept: string) {
    const { email, password } = credentials();
    const query = `mutation { login(email: "${email}", password: "${password}") { accessToken } }`;
    const headers = { 'content-type': 'application/json', accept };
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return { headers: response.headers, body: await response.text() };
  }

  test.each<[string, string, RequestInit?]>([
    ['a page', '/'],
    ['a script', '/overlay.js'],
    ['the OpenAPI document', '/openapi.json'],
    ['a probe', '/healthz'],
    ['metrics', '/metrics'],
    ['an unknown path', '/nowhere'],
    ['a rejected batch', '/v1/collect', { method: 'POST' }],
    ['a missing object', '/objects/x'],
    ['a preflight', '/auth/me', { method: 'OPTIONS' }],
    ['a missing token', '/auth/me'],
  ])('%s is served with nosniff', async (_what, path, init) => {
    const { headers } = await fetch(app.url + path, init);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('metrics cannot be read by other origins', async () => {
    const { headers } = await fetch(`${app.url}/metrics`, { headers: { origin: 'https://stranger.example' } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

test('the short link of an annotation redirects to the dashboard', async () => {
  const { id, appLink } = await createAnnotation(app, owner, project.id);
  const open = async (link: string) => {
    const { status, headers } = await fetch(link, { redirect: 'manual' });
    return { status, location: headers.get('location') };
  };
  expect(await open(appLink)).toEqual({ status: 302, location: `/app/annotations/${id}` });
  expect(await open(`${appLink}?theme=dark`)).toEqual({ status: 302, location: `/app/annotations/${id}?theme=dark` });
  for (const other of ['', 'x', `${'A'.repeat(21)}B`, `//evil.example/${'A'.repeat(22)}`, '%0d%0aset-cookie:a=b']) {
    expect(await open(`${app.url}/a/${other}`), other).toEqual({ status: 404, location: null });
  }
});

test('does not read the body of an endpoint without one', async () => {
  const { id } = await createAnnotation(app, owner, project.id);
  const path = `/annotations/${id}`;
  const { status } = await rest(app, 'DELETE', path, { token: owner.token, body: 'no JSON' });
  expect(status).toBe(200);
  const other = await rest(app, 'DELETE', path, { token: owner.token, body: '[]' });
  expect(other.status).toBe(404);
});

test.each(Object.entries(transports))('rejects an invalid document the same way over %s', async (_name, open) => {
  const stream = open(app, { query: 'subscription { nothing }' });
  expect(await stream.ended).toBe('BAD_USER_INPUT');
});

test('closing public feedback ends the streams of visitors before the next change', async () => {
  const [open] = Object.values(transports);
  const annotation = await createAnnotation(app, owner, project.id);
  const stream = open?.(app, {
    query: `subscription { publicAnnotationChanged(projectKey: "${project.projectKey}") { annotation { content } } }`,
  });
  await waitForSubscribers(app, 1);
  await rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body: { publicFeedback: false } });
  await rest(app, 'PATCH', `/annotations/${annotation.id}`, { token: owner.token, body: { content: 'secret' } });
  expect(await stream?.ended).toBe('complete');
  // It may have heard that the annotation was created.
  expect(JSON.stringify(stream?.results)).not.toContain('secret');
  await waitForSubscribers(app, 0);
});

test('rate limits count errors before the resolver like errors of the resolver, over both APIs', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_IP: '3' } });
  const call = async () => (await rest(limited, 'GET', '/auth/me')).status;
  expect([await call(), await call(), await call(), await call()]).toEqual([401, 401, 401, 429]);
  const { errors } = await graphql(limited, '{ me { id } }');
  expect(errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
  await limited.close();
});

test('rate limits use the key in the path, not the header', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_PROJECT: '2' }, databaseUrl: app.databaseUrl });
  const other = await createProject(app, owner);
  const call = async (number: number) => {
    const path = `/annotations/project/${other.projectKey}/public`;
    return (await rest(limited, 'GET', path, { headers: { 'x-project-key': `other-${number}` } })).status;
  };
  expect([await call(1), await call(2), await call(3)]).toEqual([200, 200, 429]);
  await limited.close();
});
