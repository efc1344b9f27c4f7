import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOutboundClient } from '../../../src/infrastructure/outbound/client.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import {
  AGENT,
  allow,
  codeRequest,
  createVisitor,
  exchangeCode,
  postToken,
  queryOf,
  requestCode,
  startRequest,
} from '../../support/oauth.ts';
import { AUTHORITY, GOOD, KEY } from '../../support/servers/certificates.ts';
import { type Receiver, type ReceiverHandler, startReceiver } from '../../support/servers/receiver.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let server: Receiver;
let answer: ReceiverHandler;
let documents = 0;

beforeEach(async () => {
  server = await startReceiver((request, response) => answer(request, response), { tls: { cert: GOOD, key: KEY } });
  useNetwork('open');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** Lets a service reach the server by its name, with its certificate. */
function useNetwork(policy: 'open' | 'public', { services } = app): void {
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const client = createOutboundClient({ policy, ca: AUTHORITY, lookup: lookup as never });
  vi.spyOn(services.outbound, 'send').mockImplementation(client.send);
}

/** A new address of a document, and its content. */
function createDocument(given: object = {}) {
  documents += 1;
  const client_id = `https://hooks.example:${server.port}/clients/${documents}.json`;
  return { client_id, document: { client_id, ...AGENT, ...given } };
}

const respond =
  (body: string, head: [status: number, headers?: Record<string, string>] = [200]): ReceiverHandler =>
  (_request, response) =>
    response.writeHead(head[0], { 'content-type': 'application/json', ...head[1] }).end(body);

/** Answer to the request of a client. */
async function statusOf(client_id: string, of = app): Promise<[status: number, location: string | null]> {
  const { parameters } = codeRequest(of, { client_id });
  const response = await createVisitor(of)(`/oauth/authorize?${queryOf(parameters)}`);
  return [response.status, response.headers.get('location')];
}

test('an app is identified by the address of its document', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const { client_id, document } = createDocument({ scope: 'project.read', client_name: 'Editor' });
  answer = respond(JSON.stringify(document));
  const request = codeRequest(app, { client_id, redirect_uri: 'http://127.0.0.1:5123/callback' });
  const returned = await requestCode(app, owner, request);
  expect(await exchangeCode(app, request, returned.get('code') ?? '')).toMatchObject({ status: 200 });
  expect(server.requests).toMatchObject([{ method: 'GET', headers: { accept: 'application/json' } }]);
  const { body } = await rest(app, 'GET', '/auth/connected-apps', { token: owner.token });
  expect(body).toMatchObject([{ name: 'Editor', clientId: client_id, redirectHost: '127.0.0.1:5123' }]);
});

describe('a document is refused', () => {
  test.each<[string, (of: ReturnType<typeof createDocument>) => ReceiverHandler]>([
    ['that redirects', ({ client_id }) => respond('', [302, { location: `${client_id}?again` }])],
    ['of 5 MB', ({ document }) => respond(JSON.stringify({ ...document, padding: 'x'.repeat(5_000_000) }))],
    ['that is not JSON', () => respond('<html>')],
    ['that is a list', ({ document }) => respond(JSON.stringify([document]))],
    [
      'of another client',
      ({ document }) => respond(JSON.stringify({ ...document, client_id: 'https://other.example/' })),
    ],
    ['with a secret', ({ document }) => respond(JSON.stringify({ ...document, client_secret: 'x' }))],
    [
      'with a script as its address',
      ({ document }) => respond(JSON.stringify({ ...document, redirect_uris: ['javascript:1'] })),
    ],
    ['that is absent', () => respond('{}', [404])],
  ])('%s', async (_what, handlerOf) => {
    const created = createDocument();
    answer = handlerOf(created);
    expect(await statusOf(created.client_id)).toEqual([400, null]);
    const paths = new Set(server.requests.map(({ path }) => path));
    expect([...paths]).toEqual([new URL(created.client_id).pathname]);
  });

  test('at a private address', async () => {
    useNetwork('public');
    const { client_id, document } = createDocument();
    answer = respond(JSON.stringify(document));
    expect(await statusOf(client_id)).toEqual([400, null]);
    expect(server.requests).toEqual([]);
  });

  test.each([
    'http://hooks.example/client.json',
    'https://user@hooks.example/client.json',
    'https://hooks.example/a/../b',
  ])('with the address %s, without a request', async (client_id) => {
    expect(await statusOf(client_id)).toEqual([400, null]);
    expect(server.requests).toEqual([]);
  });
});

test('the member sees the address that the request names, whatever the document says later', async () => {
  const { token } = await registerUser(app);
  const { client_id, document } = createDocument({ client_name: 'Pinbound CLI' });
  answer = respond(JSON.stringify(document));
  const code = await startRequest(createVisitor(app), codeRequest(app, { client_id }));
  answer = respond(JSON.stringify({ ...document, redirect_uris: ['https://evil.example/callback'] }));
  expect(await rest(app, 'GET', `/auth/app-requests/${code}`, { token })).toMatchObject({
    body: { clientName: 'Pinbound CLI', isBuiltIn: false, redirectHost: '127.0.0.1:4999', clientId: client_id },
  });
  expect(await statusOf(`${client_id}?new`)).toEqual([400, null]);
});

test('the member decides about a request whose document is gone', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const { client_id, document } = createDocument({ client_name: 'Editor\u202e' });
  answer = respond(JSON.stringify(document));
  const code = await startRequest(createVisitor(app), codeRequest(app, { client_id }));
  answer = respond('{}', [404]);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 60_000);
  expect(await rest(app, 'GET', `/auth/app-requests/${code}`, { token: owner.token })).toMatchObject({
    status: 200,
    body: { clientName: 'Editor', clientId: client_id },
  });
  const redirectTo = await allow(app, owner, code);
  expect(redirectTo).toContain(`/oauth/authorize/${code}?decision=`);
  expect(server.requests).toHaveLength(1);
});

describe('in production with NETWORK_POLICY=open', () => {
  const production = useTestApp({ env: { NODE_ENV: 'production', NETWORK_POLICY: 'open' } });
  test('a document at a private address is not fetched', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const { port } = listener.address() as AddressInfo;
    expect(await statusOf(`https://127.0.0.1:${port}/client.json`, production)).toEqual([400, null]);
    listener.close();
    expect(connections).toBe(0);
  });
});

describe('with limits', () => {
  const limited = useTestApp({ env: { RATE_LIMIT_AUTH: '3' } });
  test('a network makes the service fetch few documents, keys of clients included', async () => {
    useNetwork('open', limited);
    const { client_id, document } = createDocument({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `https://hooks.example:${server.port}/keys.json`,
    });
    answer = (request, response) =>
      respond(JSON.stringify(request.path === '/keys.json' ? { keys: [] } : document))(request, response);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exchange = (jti: string) => {
      const claims = { iss: client_id, sub: client_id, aud: limited.url, jti, exp: Math.floor(Date.now() / 1000) + 60 };
      return postToken(limited, {
        grant_type: 'authorization_code',
        code: 'unknown',
        client_id,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${encode({ alg: 'ES256' })}.${encode(claims)}.${Buffer.alloc(64, 1).toString('base64url')}`,
      });
    };
    for (const jti of ['1', '2', '3', '4', '5']) {
      expect(await exchange(jti)).toMatchObject({ body: { error: expect.any(String) } });
    }
    expect(server.requests.map(({ path }) => path)).toEqual([new URL(client_id).pathname, '/keys.json', '/keys.json']);
  });
});
