import { Agent, request } from 'node:http';
import { getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { type Dispatcher, request as send } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rest, withoutFields } from '../support/client.ts';
import { createAnnotation } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { errorBody, otherArgumentsOf, pathOf } from './support/call.ts';
import { databaseContent } from './support/database-content.ts';
import { needsToken, ROUTED, type RoutedOperation, sendsBody } from './support/operations.ts';
import { sampleFor } from './support/samples.ts';
import { credentialsFor } from './support/visitor-credentials.ts';
import { createWorld, type World } from './support/world.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = 'application/json';

const app = useTestApp();
let world: World;
let before: Record<string, string>;
beforeAll(async () => {
  world = await createWorld(app);
});
beforeEach(async () => {
  before = await databaseContent(app);
});
afterEach(async () => {
  expect(await databaseContent(app)).toEqual(before);
  expect((await rest(app, 'GET', '/auth/me', { token: world.owner.token })).status).toBe(200);
});

const withBody = ROUTED.filter(sendsBody);
/** Headers with the credentials that the operation needs. */
function headersFor(operation: RoutedOperation): Record<string, string> {
  const own: Record<string, string> = needsToken(operation) ? { authorization: `Bearer ${world.owner.token}` } : {};
  return credentialsFor(operation, sampleFor(operation.name, world), { headers: own }).headers ?? {};
}

/** Sends bytes as they are. */
async function sendRaw(operation: RoutedOperation, body: string | Uint8Array, contentType: string | undefined) {
  const path = pathOf(operation, sampleFor(operation.name, world));
  const response = await send(app.url + path, {
    method: operation.rest.route.method as Dispatcher.HttpMethod,
    headers: {
      ...headersFor(operation),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    body: Buffer.from(body),
  });
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    body: withoutFields(await response.body.json()),
  };
}

const rejected = (status: number, message: unknown) => ({
  status,
  type: 'application/json; charset=utf-8',
  body: errorBody(status, message),
});

describe('a body that is not a JSON object', () => {
  const broken = ['{', '{"a":', "{'a': 1}", '{"a": 1,}', 'content=a', '\ufeff{', '{} {}', 'NaN', '\0'];
  const others = ['[]', '[{}]', '"text"', '5', 'true', 'null'];
  const latin1 = Buffer.from('{"content": "\xfc"}', 'latin1');
  test.each(withBody)('$name', async (operation) => {
    for (const body of broken) {
      expect(await sendRaw(operation, body, JSON_TYPE)).toEqual(rejected(400, 'The body is not valid JSON'));
    }
    for (const body of others) {
      expect(await sendRaw(operation, body, JSON_TYPE)).toEqual(rejected(400, 'The body must be a JSON object'));
    }
    expect(await sendRaw(operation, latin1, JSON_TYPE)).toEqual(rejected(400, 'The body is not valid UTF-8'));
  });
});

describe('a body with another content type', () => {
  const types = [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-seq',
  ];
  test.each(withBody)('$name', async (operation) => {
    const body = JSON.stringify(otherArgumentsOf(operation, sampleFor(operation.name, world)));
    // Pages cannot name JSON without asking first.
    const isCollecting = operation.name === 'collect' || operation.name === 'recordPageEvent';
    for (const type of types) {
      if (isCollecting && type === 'text/plain') continue;
      const expected = isCollecting ? 'application/json or text/plain' : 'application/json';
      const message = `Content-Type: found "${type ?? ''}", expected ${expected}`;
      expect(await sendRaw(operation, body, type)).toEqual(rejected(400, message));
    }
  });
});

describe('a body over the size limit', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => agent.destroy());

  /** Over one connection, so that an answer that spoils it for the next one shows. */
  function sendInParts(operation: RoutedOperation, bytes: number, headers: Record<string, string | number>) {
    const path = pathOf(operation, sampleFor(operation.name, world));
    return new Promise<{ status?: number; body: unknown }>((resolve, reject) => {
      const sent = request(app.url + path, {
        agent,
        method: operation.rest.route.method,
        headers: { 'content-type': JSON_TYPE, ...headersFor(operation), ...headers },
      });
      sent.on('error', reject);
      sent.on('response', async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        resolve({ status: response.statusCode, body: JSON.parse(text) });
      });
      for (let left = bytes; left > 0; left -= 65_536) sent.write(' '.repeat(Math.min(left, 65_536)));
      sent.end();
    });
  }

  test.each(withBody)('$name', async (operation) => {
    const max = (operation.rest.route.maxBodyMiB ?? 1) * MIB;
    const message = `The body exceeds the limit of ${max} bytes`;
    const tooLarge = { status: 413, body: errorBody(413, message) };
    const noJson = { status: 400, body: errorBody(400, 'The body is not valid JSON') };
    expect(await sendInParts(operation, max + 1, { 'content-length': max + 1 })).toEqual(tooLarge);
    expect(await sendInParts(operation, max + 1, { 'transfer-encoding': 'chunked' })).toEqual(tooLarge);
    expect(await sendInParts(operation, 2 * max, { 'transfer-encoding': 'chunked' })).toEqual(tooLarge);
    expect(await sendInParts(operation, max, { 'content-length': max })).toEqual(noJson);
  });
});

describe('member names with a meaning in JavaScript', () => {
  test.each(withBody.filter(({ rest: { otherArguments } }) => otherArguments.length > 0))(
    '$name',
    async (operation) => {
      const members = otherArgumentsOf(operation, sampleFor(operation.name, world));
      // A sample may leave out what is optional.
      const [first = operation.rest.otherArguments[0]?.name ?? ''] = Object.keys(members);
      const { [first]: value, ...others } = members;
      const wrong = { ...others, [first]: Array.isArray(value) ? 'x' : 5 };
      for (const name of ['__proto__', 'constructor', 'prototype']) {
        const body = `{"${name}": ${JSON.stringify({ [first]: value, polluted: true })}, ${JSON.stringify(wrong).slice(1)}`;
        const { status, body: response } = await sendRaw(operation, body, JSON_TYPE);
        expect([status, response]).toEqual([400, errorBody(400, expect.stringContaining(`${first}: must be`))]);
        expect(Object.prototype).not.toHaveProperty('polluted');
      }
    },
  );
});

describe('an unknown member of an argument', () => {
  const withObjects = withBody.flatMap((operation) =>
    operation.rest.otherArguments
      // Clients send the viewports of their browser tools.
      .filter(({ name, argument: { type } }) => name !== 'viewport' && isInputObjectType(getNamedType(type)))
      .map(({ name, argument }) => ({
        operation,
        member: name,
        type: argument.type,
        title: `${operation.name} ${name}`,
      })),
  );
  test.each(withObjects)('$title', async ({ operation, member, type }) => {
    const inList = isListType(getNullableType(type));
    const value = { statusses: ['open'] };
    const members = otherArgumentsOf(operation, sampleFor(operation.name, world));
    const body = JSON.stringify({ ...members, [member]: inList ? [value] : value });
    const message = `${member}${inList ? '.0' : ''}.statusses: is unknown; expected `;
    expect(await sendRaw(operation, body, JSON_TYPE)).toEqual(rejected(400, expect.stringContaining(message)));
  });
});

describe('accepted', () => {
  test('metadata with such names, unchanged', async () => {
    const metadata = '{"selector":"#a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const body = `{"projectId":"${world.project.id}","content":"a","url":"https://a.example","metadata":${metadata}}`;
    const { token } = world.owner;
    const made = await rest(app, 'POST', '/annotations', { token, body });
    const read = await rest(app, 'GET', `/annotations/${made.body.id}`, { token });
    expect(read.body.metadata).toEqual(JSON.parse(metadata));
    expect(Object.keys(read.body.metadata).sort()).toEqual(['__proto__', 'constructor', 'selector']);
    expect(read.body.domFingerprint).toEqual({ selector: '#a' });
    expect(Object.prototype).not.toHaveProperty('polluted');
    before = await databaseContent(app);
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    '%s',
    async (type) => {
      const annotation = await createAnnotation(app, world.owner, world.project.id);
      const response = await rest(app, 'PATCH', `/annotations/${annotation.id}`, {
        token: world.owner.token,
        headers: { 'content-type': type },
        body: { content: 'edited', unknown: 'is ignored' },
      });
      expect(response).toMatchObject({ status: 200, body: { content: 'edited' } });
      before = await databaseContent(app);
    },
  );
});
