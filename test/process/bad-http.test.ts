import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { demoProject } from '../support/demo.ts';
import { INSPECTOR_ENV, retainedBytes } from '../support/retained-memory.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const MIB = 1024 * 1024;
const LIMITS_OFF = { RATE_LIMIT_USER: '0', RATE_LIMIT_IP: '0', RATE_LIMIT_AUTH: '0' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ServerProcess;
let token: string;
let projectId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: '/nonexistent/pinbound',
    AUTH_SECRET: 'x'.repeat(32),
    ...INSPECTOR_ENV,
    ...LIMITS_OFF,
  });
  await server.ready();
  ({ token, projectId } = await demoProject(server));
});
afterAll(async () => {
  await killServers();
  await database.drop();
});

/**
 * Sends bytes over a bare connection.
 * @returns the status of each response before the connection was idle or closed
 */
async function raw(head: string[], parts: Iterable<string | Uint8Array> = []): Promise<number[]> {
  return rawHead(`${[...head, 'host: test', `authorization: Bearer ${token}`].join('\r\n')}\r\n\r\n`, parts);
}

/** The same with a head that need not be one. */
async function rawHead(head: string, parts: Iterable<string | Uint8Array> = []): Promise<number[]> {
  const response = await rawAnswer(head, parts);
  return [...response.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
}

/** And what came, as it came. */
async function rawAnswer(head: string, parts: Iterable<string | Uint8Array> = []): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  let response = '';
  const responded = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      response += data;
      setTimeout(resolve, 50);
    });
    socket.on('close', () => resolve());
  });
  socket.write(head);
  for (const part of parts) {
    if (response !== '' || socket.destroyed) break;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), responded]);
  }
  await responded;
  socket.destroy();
  return response;
}

const JSON_TYPE = 'content-type: application/json';
const PATHS = ['/graphql', '/annotations'];
const bomb = gzipSync(Buffer.alloc(200 * MIB, ' '));
function* endless() {
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  for (let sent = 0; sent < 64; sent += 1) yield chunk;
}

/**
 * Creates an annotation over GraphQL with raw JSON.
 * @returns the error code, or the stored metadata
 */
async function createPin(variables: string): Promise<unknown> {
  const query = `mutation ($content: String!, $metadata: JSONObject) {
    createAnnotation(projectId: "${projectId}", content: $content, url: "https://a.example", metadata: $metadata) {
      metadata
    }
  }`;
  const body = `{"query": ${JSON.stringify(query)}, "variables": ${variables}}`;
  const { body: response } = await rest(server, 'POST', '/graphql', { token, body });
  return response.errors ? response.errors[0].extensions.code : response.data.createAnnotation.metadata;
}

const levels = (count: number, open: string, close: string) => `${open.repeat(count)}1${close.repeat(count)}`;
const ODD = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1}';

const variables: [what: string, variables: string, answer: unknown][] = [
  ['100 000 levels of objects', `{"content": "a", "metadata": ${levels(100_000, '{"a":', '}')}}`, 'BAD_USER_INPUT'],
  ['100 000 levels of arrays', `{"content": "a", "metadata": {"a": ${levels(100_000, '[', ']')}}}`, 'BAD_USER_INPUT'],
  ['100 000 levels instead of a text', `{"content": ${levels(100_000, '[', ']')}}`, 'BAD_USER_INPUT'],
  ['variables that are 100 000 levels', levels(100_000, '[', ']'), 'BAD_USER_INPUT'],
  [
    '100 000 names',
    `{"content": "a", "metadata": {${Array.from({ length: 100_000 }, (_, i) => `"${i}":1`)}}}`,
    'BAD_USER_INPUT',
  ],
  ['NUL', '{"content": "a\\u0000"}', 'BAD_USER_INPUT'],
  ['half a surrogate pair', '{"content": "a\\ud83d"}', 'BAD_USER_INPUT'],
  ['half a surrogate pair in a name', '{"content": "a", "metadata": {"\\udc00": 1}}', 'BAD_USER_INPUT'],
  ['names with a meaning in JavaScript, stored unchanged', `{"content": "a", "metadata": ${ODD}}`, JSON.parse(ODD)],
  ['such names as variables', `{"content": "a", "__proto__": {"content": 5}, "constructor": 1, "toString": 1}`, {}],
];

const attacks: [what: string, attack: (path: string) => Promise<unknown>, answer: unknown][] = [
  [
    'a gzip bomb of 200 MiB',
    (path) =>
      raw([`POST ${path} HTTP/1.1`, JSON_TYPE, 'content-encoding: gzip', `content-length: ${bomb.length}`], [bomb]),
    [400],
  ],
  [
    'a chunked body without end',
    (path) => raw([`POST ${path} HTTP/1.1`, JSON_TYPE, 'transfer-encoding: chunked'], endless()),
    [413],
  ],
  [
    'a body longer than it says',
    (path) => raw([`POST ${path} HTTP/1.1`, JSON_TYPE, 'content-length: 2'], ['{}GARBAGE\r\n\r\n']),
    [400],
  ],
  ['an invalid length', (path) => raw([`POST ${path} HTTP/1.1`, JSON_TYPE, 'content-length: -1']), [400]],
  [
    'two lengths',
    (path) => raw([`POST ${path} HTTP/1.1`, JSON_TYPE, 'content-length: 2', 'content-length: 3'], ['{}']),
    [400],
  ],
  [
    'a length and chunks',
    (path) => raw([`POST ${path} HTTP/1.1`, JSON_TYPE, 'content-length: 2', 'transfer-encoding: chunked'], ['{}']),
    [400],
  ],
  ['headers of 64 KiB', (path) => raw([`POST ${path} HTTP/1.1`, `x-long: ${'x'.repeat(65_536)}`]), [431]],
  [
    '5 000 headers',
    (path) => raw([`POST ${path} HTTP/1.1`, ...Array.from({ length: 5_000 }, (_, i) => `x-${i}: y`)]),
    [431],
  ],
];

describe.each(PATHS)('%s', (path) => {
  test.each(attacks)('%s', async (_what, attack, response) => {
    expect(await attack(path)).toEqual(response);
    expect((await rest(server, 'GET', '/auth/me', { token })).status).toBe(200);
  });
});

const UPGRADE = 'GET /graphql HTTP/1.1\r\nhost: test\r\nconnection: upgrade\r\nupgrade: websocket\r\n';

test.each([
  [
    'a WebSocket of an unknown version',
    `${UPGRADE}sec-websocket-version: 7\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    400,
    'Missing or invalid Sec-WebSocket-Version header',
  ],
  [
    'a WebSocket with two Host headers',
    `${UPGRADE}sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nhost: b\r\n\r\n`,
    400,
    'Host: found 2 of these headers, expected one',
  ],
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'The request is not valid HTTP'],
  [
    'a long header',
    `GET / HTTP/1.1\r\nx-long: ${'x'.repeat(65_536)}\r\n\r\n`,
    431,
    'The request header exceeds the limit of 16 KiB',
  ],
])('%s gets a JSON error that every origin can read', async (_what, head, status, message) => {
  const [top = '', body = ''] = (await rawAnswer(head)).split('\r\n\r\n');
  expect(top).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(top).toMatch(/^access-control-allow-origin: \*$/im);
  expect(top).toMatch(/^content-type: application\/json/im);
  expect(top).toMatch(/^x-content-type-options: nosniff$/im);
  expect(JSON.parse(body)).toEqual({ statusCode: status, message, error: STATUS_CODES[status] });
});

const MALFORMED = (host: string) => `Host: found "${host}", expected a host name or an address, with an optional port`;
const hosts: [what: string, head: string, message: string][] = [
  ...['[', '[::1', 'a b', 'x:99999', 'x:y', '%', '::1', 'a/b', 'a?b', 'a#b', 'a@b', 'a\\b', ':80'].map(
    (host): [string, string, string] => [`Host "${host}"`, `HTTP/1.1\r\nhost: ${host}`, MALFORMED(host)],
  ),
  ['HTTP/1.1 without Host', 'HTTP/1.1', 'Host: missing; HTTP/1.1 requires it'],
  ...['test', 'other', ''].map((host): [string, string, string] => [
    `Host "test" and "${host}"`,
    `HTTP/1.1\r\nhost: test\r\nHOST: ${host}`,
    'Host: found 2 of these headers, expected one',
  ]),
];
/** A request that failed is logged with its id, or with the error of an address that is none. */
const ABOUT_REQUESTS = /"requestId"|"type":"TypeError"/;
/** Records of requests. Jobs and the start write others at any time. */
const logged = () =>
  server
    .output()
    .split('\n')
    .filter((line) => ABOUT_REQUESTS.test(line));

describe.each(['/healthz', '/auth/me', '/graphql?query={__typename}', '/v1/collect'])('%s', (path) => {
  test.each(hosts)('%s returns 400 as JSON', async (_what, head, message) => {
    const before = logged();
    const [top = '', body = ''] = (await rawAnswer(`GET ${path} ${head}\r\n\r\n`)).split('\r\n\r\n');
    expect(top).toMatch(/^HTTP\/1\.1 400 /);
    expect(top).toMatch(/^access-control-allow-origin: \*$/im);
    expect(top).toMatch(/^content-type: application\/json/im);
    expect(top).toMatch(/^x-content-type-options: nosniff$/im);
    expect(JSON.parse(body)).toEqual({ statusCode: 400, message, error: 'Bad Request' });
    expect(logged()).toEqual(before);
  });
});

test.each([
  ...['test', 'test:', 'test:65535', '127.0.0.1:80', '[::1]', '[::1]:80', 'a_b.example', ''].map(
    (host) => `HTTP/1.1\r\nhost: ${host}`,
  ),
  'HTTP/1.0',
])('%o is accepted', async (head) => {
  expect(await rawHead(`GET /healthz ${head}\r\n\r\n`)).toEqual([200]);
  expect(await rawHead(`GET /auth/me ${head}\r\nauthorization: Bearer ${token}\r\n\r\n`)).toEqual([200]);
});

test('closes connections with an incomplete body or endless headers', async () => {
  const responses = await Promise.all([
    ...PATHS.map((path) => raw([`POST ${path} HTTP/1.1`, JSON_TYPE, 'content-length: 100'], ['{"a":'])),
    rawHead('GET /auth/me HTTP/1.1\r\nhost: test\r\nx-long: '),
  ]);
  expect(responses).toEqual([[408], [408], [408]]);
  expect((await rest(server, 'GET', '/auth/me', { token })).status).toBe(200);
});

test.each(variables)('variables: %s', async (_what, given, response) => {
  expect(await createPin(given)).toEqual(response);
  expect((await rest(server, 'GET', '/auth/me', { token })).status).toBe(200);
});

test('memory stays flat when attacks repeat', async () => {
  const round = async () => {
    for (const path of PATHS) for (const [, attack] of attacks) await attack(path);
    for (const [, given] of variables) await createPin(given);
    // A refused caller is waited for, 2 seconds.
    await delay(2_500);
  };
  for (let warm = 0; warm < 2; warm += 1) await round();
  const before = await retainedBytes(server);
  for (let rounds = 0; rounds < 4; rounds += 1) await round();
  expect((await retainedBytes(server)) - before).toBeLessThan(2 * MIB);
});
