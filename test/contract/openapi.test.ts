import { isNonNullType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { IDEMPOTENT_OPERATIONS } from '../../src/resolvers/platform/idempotency/with-idempotency-key.ts';
import { schema } from '../../src/schema/index.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { otherArgumentsOf, pathOf } from './support/call.ts';
import { needsToken, ROUTED, type RoutedOperation, routed, sendsBody } from './support/operations.ts';
import { sampleFor } from './support/samples.ts';
import { createWorld, type World } from './support/world.ts';

const app = useTestApp();
let world: World;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
let document: any;
beforeAll(async () => {
  world = await createWorld(app);
  document = (await rest(app, 'GET', '/openapi.json')).body;
});

const described = ({ rest: { route } }: RoutedOperation) =>
  document.paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()];

/** Resolves a reference. */
// biome-ignore lint/suspicious/noExplicitAny: a part of the document
function resolved(part: any): any {
  if (!part.$ref) return part;
  return part.$ref
    .split('/')
    .slice(1)
    .reduce((at: Record<string, unknown>, name: string) => at[name], document);
}

/** Schema of what an operation takes, under the operation's name. */
function bodyOf(operation: RoutedOperation) {
  const { $ref } = described(operation).requestBody.content['application/json'].schema;
  expect($ref).toBe(`#/components/schemas/${operation.name.slice(0, 1).toUpperCase()}${operation.name.slice(1)}Body`);
  return resolved({ $ref });
}

test('names the address of the service, and the server that it was read from', () => {
  expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([app.url, '/']);
});

/** Every text of the document that is for people. */
function textsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    (name === 'description' || name === 'summary') && typeof value === 'string' ? [value] : textsIn(value),
  );
}

describe('the texts of the document', () => {
  test('name errors by REST statuses, never by GraphQL codes', () => {
    const texts = textsIn(document);
    expect(texts.filter((text) => ERROR_CODES.some((code) => new RegExp(`\\b${code}\\b`).test(text)))).toEqual([]);
    expect(described(routed('createProject')).description).toMatch(/\. 400 when the slug is taken\.$/);
    expect(described(routed('login')).description).toMatch(/the same 401\. 429 after 10 wrong passwords/);
  });

  test('name no GraphQL operation', () => {
    const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    // A name that is a word, too, is meant as one unless it is marked as code.
    const named = new RegExp(
      `\\b(${fields.filter((name) => /[A-Z]/.test(name)).join('|')})\\b|\`(${fields.join('|')})\``,
    );
    expect(textsIn(document).filter((text) => named.test(text))).toEqual([]);
  });
});

test('declares required members non-null and objects as objects', () => {
  const { LastSeen, AuditEntry, ElementState } = document.components.schemas;
  const { imageUrl, box, at } = LastSeen.properties;
  expect([imageUrl.type, box.$ref, at.type]).toEqual(['string', '#/components/schemas/ElementBox', 'string']);
  expect([AuditEntry.properties.changes.type, ElementState.properties.style.type]).toEqual(['object', 'object']);
});

test('declares a temporary error for every operation', () => {
  const without = ROUTED.filter((operation) => {
    const { responses } = described(operation);
    return !['429', '500', '503'].every((status) => status in responses);
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('declares every tag with a description and operations', () => {
  const declared: { name: string; description: string }[] = document.tags;
  expect(declared.filter(({ description }) => !/\w\.$/.test(description))).toEqual([]);
  const used = new Set(ROUTED.flatMap((operation) => described(operation).tags));
  expect(declared.map(({ name }) => name).sort()).toEqual([...used].sort());
});

test('declares the rate limit headers of every response', () => {
  const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  for (const operation of ROUTED) {
    for (const [status, response] of Object.entries(described(operation).responses)) {
      const { headers, content } = resolved(response);
      const expected = status === '429' || status === '503' ? [...limits, 'Retry-After'] : limits;
      expect([operation.name, status, Object.keys(headers)]).toEqual([
        operation.name,
        status,
        expect.arrayContaining(expected),
      ]);
      for (const header of Object.values(headers)) expect(resolved(header).description).toMatch(/\w/);
      expect(content).toHaveProperty('application/json');
    }
  }
});

describe('a number in the query', () => {
  const numbers = ROUTED.filter((operation) => !sendsBody(operation)).flatMap((operation) =>
    operation.rest.otherArguments
      .filter(({ argument }) => String(argument.type) === 'Int')
      .map(({ name }) => ({ operation, of: operation.name, member: name })),
  );

  test.each(numbers)('$of accepts $member within its declared bounds', async ({ operation, member }) => {
    const { schema } = described(operation)
      .parameters.map(resolved)
      .find(({ name }: { name: string }) => name === member);
    const args = sampleFor(operation.name, world);
    const token = needsToken(operation) ? world.owner.token : undefined;
    const others = Object.entries(otherArgumentsOf(operation, args)).map(([name, value]) => [name, String(value)]);
    const ask = async (value: number) => {
      const query = new URLSearchParams({ ...Object.fromEntries(others), [member]: String(value) });
      return (await rest(app, 'GET', `${pathOf(operation, args)}?${query}`, { token })).status;
    };
    const { minimum, maximum } = schema;
    const statuses = [await ask(minimum - 1), await ask(minimum), await ask(maximum), await ask(maximum + 1)];
    expect(statuses).toEqual([400, 200, 200, 400]);
  });
});

test('describes every successful response', () => {
  const reported = ROUTED.map((operation) => {
    const [, response] = Object.entries(described(operation).responses).find(([status]) => status < '300') ?? [];
    return [operation.name, resolved(response).description];
  });
  expect(reported.filter(([, description]) => !/^.{6,}\.$/.test(description ?? ''))).toEqual([]);
  expect(Object.fromEntries(reported)).toMatchObject({
    annotations: 'A page of annotations.',
    plans: 'Available plans, from the least to the most expensive.',
    deleteProject: 'Confirmation of a deletion.',
  });
});

test('declares Idempotency-Key for idempotent operations only', () => {
  const takers = ROUTED.filter((operation) =>
    described(operation)
      .parameters.map(resolved)
      .some(({ in: place, name }: { in: string; name: string }) => place === 'header' && name === 'Idempotency-Key'),
  );
  expect(takers.map(({ name }) => name).sort()).toEqual([...IDEMPOTENT_OPERATIONS].sort());
});

describe('null for a member', () => {
  const members = ROUTED.filter(sendsBody).flatMap((operation) =>
    operation.rest.otherArguments
      .filter(({ argument }) => !isNonNullType(argument.type))
      .map(({ name }) => ({ operation, of: operation.name, member: name })),
  );

  test.each(members)('$of rejects $member unless it is nullable', async ({ operation, member }) => {
    const schema = bodyOf(operation).properties[member];
    const isRefusedWith = async (value: null | undefined) => {
      const args = sampleFor(operation.name, world);
      const { body } = await rest(app, operation.rest.route.method, pathOf(operation, args), {
        token: needsToken(operation) ? world.owner.token : undefined,
        body: { ...otherArgumentsOf(operation, args), [member]: value },
      });
      return new RegExp(`(^|; )${member}: `).test(body?.message ?? '');
    };
    // What some calls need may be as little null as left out.
    const isRefused = (await isRefusedWith(null)) && !(await isRefusedWith(undefined));
    const types = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? []);
    expect(isRefused).toBe(!types.includes('null'));
  });
});

test('requires assigneeId, which may be null', async () => {
  const schema = bodyOf(routed('assignAnnotation'));
  expect([schema.required, schema.properties.assigneeId.type]).toEqual([['assigneeId'], ['string', 'null']]);
});

test('declares the status of rejecting the last owner who leaves', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const [{ id }] = (await rest(app, 'GET', `/organizations/${owner.organizationId}/members`, { token: owner.token }))
    .body;
  const path = `/organizations/${owner.organizationId}/members/${id}`;
  expect((await rest(app, 'DELETE', path, { token: owner.token })).status).toBe(400);
  expect(described(routed('removeMember')).responses).toHaveProperty('400');
});
