import { getNullableType, isNonNullType } from 'graphql';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import {
  type BadValue,
  badValuesOf,
  FREE_TEXT,
  nestedObject,
  objectOfBytes,
  textRuleOf,
} from './support/bad-values.ts';
import { errorBody, otherArgumentsOf, pathOf } from './support/call.ts';
import { databaseContent } from './support/database-content.ts';
import { needsToken, ROUTED, type RoutedOperation, routed, sendsBody } from './support/operations.ts';
import { sampleFor } from './support/samples.ts';
import { credentialsFor } from './support/visitor-credentials.ts';
import { createWorld, type World } from './support/world.ts';

const app = useTestApp();
let world: World;
let before: Record<string, string>;
beforeAll(async () => {
  world = await createWorld(app);
});
beforeEach(async () => {
  before = await databaseContent(app);
});

const withBody = ROUTED.filter((operation) => sendsBody(operation) && operation.rest.otherArguments.length > 0);

/** Sends an operation's sample body with some members changed; an undefined one is left out. */
function send(operation: RoutedOperation, changes: Record<string, unknown>) {
  const args = sampleFor(operation.name, world);
  return rest(app, operation.rest.route.method, pathOf(operation, args), {
    ...credentialsFor(operation, args, { token: needsToken(operation) ? world.owner.token : undefined }),
    body: { ...otherArgumentsOf(operation, args), ...changes },
  });
}

const saying = (says: BadValue['message']) => (typeof says === 'string' ? says : says.source);

/** To login, a wrong address or password is one that no account has. */
const isUnknownToLogin = ({ name }: RoutedOperation, { reason: why, value }: BadValue) =>
  name === 'login' && typeof value === 'string' && why !== 'too long';

test('every text member has rules', () => {
  const texts = ROUTED.flatMap(({ rest: { otherArguments } }) =>
    otherArguments.filter(({ argument }) => String(getNullableType(argument.type)) === 'String'),
  );
  const without = texts.filter((text) => !textRuleOf(text) && !(text.name in FREE_TEXT) && text.name !== 'cursor');
  expect([...new Set(without.map(({ name }) => name))]).toEqual([]);
});

const members = withBody.flatMap((operation) =>
  operation.rest.otherArguments.map(({ name, argument }) => ({ operation, name, argument, of: operation.name })),
);

describe('an invalid member', () => {
  test.each(members)('$of: $name', async ({ operation, name, argument }) => {
    const wanted: Record<string, unknown> = {};
    const found: Record<string, unknown> = {};
    for (const bad of badValuesOf({ name, argument })) {
      const { status, body } = await send(operation, { [name]: bad.value });
      const expected = isUnknownToLogin(operation, bad) ? 401 : 400;
      const words = expected === 401 ? /wrong/ : new RegExp(`(^|; )${name}(\\.\\d+)?: ${saying(bad.message)}`);
      wanted[bad.reason] = errorBody(expected, expect.stringMatching(words));
      found[bad.reason] = { ...body, ...(status !== body.statusCode && { status }) };
    }
    expect(found).toEqual(wanted);
    expect(await databaseContent(app)).toEqual(before);
  });
});

describe('several invalid members', () => {
  const requiredOf = ({ rest: { otherArguments } }: RoutedOperation) =>
    otherArguments.filter(({ argument }) => isNonNullType(argument.type)).map(({ name }) => name);

  test.each(withBody.filter((operation) => requiredOf(operation).length > 0))(
    '$name reports all missing members',
    async (o) => {
      const missing = requiredOf(o);
      const { body } = await send(o, Object.fromEntries(missing.map((name) => [name, undefined])));
      expect(body).toEqual(errorBody(400, missing.map((name) => `${name}: is required`).join('; ')));
      expect(await databaseContent(app)).toEqual(before);
    },
  );

  test.each([
    [
      'createAnnotation',
      { content: '', url: 'nowhere', position_x: 1e8 },
      'content: must not be empty; url: must be an http or https URL; position_x: must be at most 10000000',
    ],
    [
      'createProject',
      { name: ' ', slug: 'A' },
      'name: must not be empty; slug: must be lower-case letters and digits, in words joined by single hyphens',
    ],
    [
      'createAnnotation',
      { content: 5, url: {}, metadata: [] },
      'content: must be a string; url: must be a string; metadata: must be a JSON object',
    ],
    [
      'updateProject',
      { name: null, slug: null },
      'name: must not be null; omit it to keep its value; slug: must not be null; omit it to keep its value',
    ],
    [
      'updateProject',
      { allowedOrigins: ['x', 'https://ok.example', 'ftp://y', 'https://*.example'] },
      'allowedOrigins.0: must be an origin such as https://shop.example; allowedOrigins.2: must be an origin such as https://shop.example; allowedOrigins.3: must be an origin such as https://shop.example; list each origin, without *',
    ],
  ])('%s with %o', async (name, changes, message) => {
    expect((await send(routed(name), changes)).body).toEqual(errorBody(400, message));
    expect(await databaseContent(app)).toEqual(before);
  });
});

const mayBeEmpty = ({ rest: { route, otherArguments } }: RoutedOperation) =>
  route.method === 'PATCH' && otherArguments.every(({ argument }) => !isNonNullType(argument.type));

test.each(ROUTED.filter(mayBeEmpty))('$name without a member changes nothing', async (operation) => {
  const path = pathOf(operation, sampleFor(operation.name, world));
  expect((await rest(app, 'PATCH', path, { token: world.owner.token, body: {} })).status).toBe(200);
  expect(await databaseContent(app)).toEqual(before);
});

describe('the largest valid values are accepted', () => {
  const most: [title: string, name: string, changes: Record<string, unknown>][] = [
    ['10 000 characters', 'createAnnotation', { content: '€'.repeat(10_000) }],
    ['a url of 2 048', 'createAnnotation', { url: `https://shop.example/${'a'.repeat(2_027)}` }],
    ['the furthest corners', 'createAnnotation', { position_x: -10_000_000, position_y: 10_000_000 }],
    ['32 levels', 'createAnnotation', { metadata: nestedObject(32) }],
    ['16 KiB', 'createAnnotation', { metadata: objectOfBytes(16 * 1024) }],
    ['escapes written out', 'createAnnotation', { metadata: { text: 'a 😀, \\u0000 and \\ud83d' } }],
    ['a name of 120', 'createProject', { name: '😀'.repeat(60) }],
    ['a slug of 64', 'createProject', { slug: `${'a'.repeat(31)}-${'b'.repeat(32)}` }],
  ];
  test.each(most)('%s', async (_title, name, changes) => {
    const { status, body } = await send(routed(name), changes);
    expect(status).toBe(201);
    expect(body).toMatchObject(changes);
  });

  test('a password of 200 characters', async () => {
    expect((await send(routed('register'), { password: 'ü'.repeat(200) })).status).toBe(201);
  });
});
