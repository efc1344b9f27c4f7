import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../../src/resolvers/platform/policies/roles.ts';
import { TOKEN_ACTIONS, TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { operationOf } from '../../../src/schema/operation.ts';
import { createPersonalToken, revokeToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { registerMember, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { callGraphql, type Outcome } from '../support/call.ts';
import { openEventStream, readToEnd } from '../support/event-stream.ts';
import {
  documentOf,
  ERRORS_IN_ORDER,
  inExecutionOrder,
  OPERATIONS,
  type Operation,
  requiredAction,
} from '../support/operations.ts';
import { sampleFor } from '../support/samples.ts';
import { ACTIONS } from '../support/with-policies.ts';
import { createWorld, type World } from '../support/world.ts';

// Calls every operation with tokens that have, or lack, one thing each.

const app = useTestApp();
let world: World;
let demoted: TestUser;
let other: { id: string };
const tokens: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld(app);
  const { owner } = world;
  const body = { organizationId: owner.organizationId, name: 'Blog', slug: 'blog' };
  other = (await rest(app, 'POST', '/projects', { token: owner.token, body })).body;
  demoted = await registerMember(app, owner.organizationId, 'owner');
  const secretOf = async (user: TestUser, given?: Parameters<typeof createPersonalToken>[2]) =>
    (await createPersonalToken(app, user, given)).token;
  for (const action of TOKEN_ACTIONS) {
    tokens[`with ${action}`] = await secretOf(owner, { actions: [action] });
    tokens[`without ${action}`] = await secretOf(owner, { actions: TOKEN_ACTIONS.filter((each) => each !== action) });
  }
  tokens.full = await secretOf(owner);
  tokens.expired = await secretOf(owner, { expiresAt: new Date(Date.now() - 1_000) });
  tokens['of another project'] = await secretOf(owner, { allProjects: false, projectIds: [other.id] });
  tokens.demoted = await secretOf(demoted);
  const revoked = await createPersonalToken(app, owner);
  await revokeToken(app, revoked.id);
  tokens.revoked = revoked.token;
  await app.services.db.membership.updateMany({ where: { userId: demoted.id }, data: { role: 'viewer' } });
});

/** Sends the token as a header, which stays beside the token of a visitor. */
const call = (operation: Operation, kind: string): Promise<Outcome> =>
  callGraphql(app, operation, sampleFor(operation.name, world), {
    headers: { authorization: `Bearer ${tokens[kind]}` },
  });

const callable = inExecutionOrder(OPERATIONS).map((operation) => ({
  operation,
  name: operation.name,
  action: requiredAction(operation) ?? 'organization.read',
}));
const isStream = ({ operation }: { operation: Operation }) => operation.kind === 'subscription';
const accepts = ({ operation }: { operation: Operation }) => operationOf(operation.field)?.acceptsTokens === true;
const accepting = callable.filter(accepts);
/** Operations that need an action; every token may ask what it is. */
const granted = accepting.filter(({ name }) => name !== 'me');

test('an action can be granted if and only if an operation accepts tokens for it', () => {
  const needed = OPERATIONS.filter((operation) => accepts({ operation })).flatMap(({ field }) => {
    const { needs, needsAlso } = operationOf(field) ?? {};
    return [needs ?? 'organization.read', ...(needsAlso ? [needsAlso.right] : [])];
  });
  expect(ACTIONS.filter((action) => TOKEN_ACTIONS.includes(action))).toEqual(
    ACTIONS.filter((action) => needed.includes(action)),
  );
});

test('passwords, sessions, tokens, members, ownership and billing accept no tokens', () => {
  const never =
    /password|session|token|login|logout|refresh|member|invit|register|email|billing|plan|invoice|checkout/i;
  const accepted = OPERATIONS.filter((operation) => accepts({ operation })).map(({ name }) => name);
  expect(accepted.filter((name) => never.test(name))).toEqual(['members']);
});

test('presets contain only actions of tokens', () => {
  const actions = Object.values(TOKEN_PRESETS).flat();
  expect(actions.filter((action) => !TOKEN_ACTIONS.includes(action))).toEqual([]);
});

test.each(['verifyFix', 'fixVerdict', 'setAnnotationStatus', 'addComment'])('the preset fix permits %s', (name) => {
  const operation = OPERATIONS.find((each) => each.name === name);
  expect(TOKEN_PRESETS.fix).toContain(operation && requiredAction(operation));
});

test.each(['deleteAnnotation', 'setAnnotationVisibility'])('no preset permits %s', (name) => {
  const operation = OPERATIONS.find((each) => each.name === name);
  const granted = Object.values(TOKEN_PRESETS).flat();
  expect(granted).not.toContain(operation && requiredAction(operation));
});

describe('rejects every token where the operation is not marked', () => {
  test.each(callable.filter((each) => !accepts(each)))('$name', async ({ operation }) => {
    const { code, message } = await call(operation, 'full');
    expect([code, message]).toEqual(['FORBIDDEN', expect.stringContaining('does not accept access tokens (pbt_…)')]);
  });
});

describe('rejects a token without the action', () => {
  test.each(granted)('$name without $action', async ({ operation, action }) => {
    expect(await call(operation, `without ${action}`)).toEqual({
      code: 'FORBIDDEN',
      message: `This access token does not have the action ${action}; add it to the token, or use another one`,
    });
  });
});

describe('rejects a token that has ended', () => {
  test.each(accepting)('$name', async ({ operation }) => {
    expect(await call(operation, 'expired')).toEqual({
      code: 'UNAUTHENTICATED',
      message: 'The access token has expired; create another one',
    });
    expect(await call(operation, 'revoked')).toEqual({
      code: 'UNAUTHENTICATED',
      message: 'The access token was revoked; use another one',
    });
  });
});

describe('rejects a token of another project', () => {
  /** Operations on the organization, which list only what the token has. */
  const LISTS = [
    'node',
    'nodes',
    'organizations',
    'organization',
    'projects',
    'organizationAnnotations',
    'annotationCounts',
    'updateAnnotations',
    'notifications',
    'unreadNotifications',
    'notificationReceived',
  ];
  test.each(granted.filter(({ name }) => !LISTS.includes(name)))('$name', async ({ operation }) => {
    const { code } = await call(operation, 'of another project');
    expect(['NOT_FOUND', 'FORBIDDEN']).toContain(code);
  });

  test('projects lists only its own', async () => {
    const path = `/projects/organization/${world.owner.organizationId}`;
    const listed = await rest(app, 'GET', path, { token: tokens['of another project'] });
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([other.id]);
  });

  test('organizations lists only theirs', async () => {
    const { token } = world.owner;
    await rest(app, 'POST', '/organizations', { token, body: { name: 'Elsewhere', slug: 'elsewhere' } });
    const listed = await rest(app, 'GET', '/organizations', { token: tokens['of another project'] });
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([world.owner.organizationId]);
  });
});

describe("ends with its owner's right", () => {
  test.each(accepting.filter(({ action }) => !can('viewer', action)))(
    '$name of a demoted owner',
    async ({ operation }) => {
      const { code, message } = await call(operation, 'demoted');
      expect([code, message]).toEqual(['FORBIDDEN', expect.stringContaining('Your role is viewer')]);
    },
  );
});

test('a token learns its name, kind, actions, projects and expiry, and no organization of other projects', async () => {
  const { owner } = world;
  const rights = {
    organizationId: owner.organizationId,
    role: 'viewer',
    name: 'Bot',
    preset: 'read',
    allProjects: true,
  };
  const project = (await rest(app, 'POST', '/access-tokens', { token: owner.token, body: rights })).body;
  const me = async (token: string) => (await rest(app, 'GET', '/auth/me', { token })).body;
  // The last use is stored with those of other requests.
  const { token: _token, lastUsedAt: _at, lastUsedNetwork: _network, lastUsedClient: _client, ...shown } = project;
  expect(await me(project.token)).toMatchObject({
    id: project.userId,
    name: 'Bot',
    memberships: [{ role: 'viewer', organization: { id: owner.organizationId } }],
    accessToken: {
      ...shown,
      kind: 'project',
      token: null,
    },
  });
  const { id, token } = await createPersonalToken(app, owner, { allProjects: false, projectIds: [other.id] });
  await rest(app, 'POST', '/organizations', { token: owner.token, body: { name: 'Hidden', slug: 'hidden' } });
  const own = await me(token);
  expect(own).toMatchObject({
    id: owner.id,
    accessToken: { id, kind: 'personal', projectIds: [other.id], token: null },
  });
  const organizations = own.memberships.map(({ organization }: { organization: { id: string } }) => organization.id);
  expect(organizations).toEqual([owner.organizationId]);
  expect((await me(owner.token)).accessToken).toBeNull();
});

test('every subscription of members accepts tokens', () => {
  const streams = callable.filter(isStream).filter(({ operation }) => requiredAction(operation));
  expect(streams.filter((each) => !accepts(each))).toEqual([]);
  expect(streams.length).toBeGreaterThan(4);
});

describe('permits a token with the action alone', () => {
  test.each(accepting.filter(isStream))(
    '$name with $action, until it is revoked',
    async ({ operation, name, action }) => {
      const { id, token } = await createPersonalToken(app, world.owner, { actions: [action] });
      const stream = await openEventStream(app, documentOf(operation), sampleFor(name, world), token);
      await rest(app, 'DELETE', `/auth/access-tokens/${id}`, { token: world.owner.token });
      // A rejected stream would end with the text of an error.
      await expect(readToEnd(stream)).rejects.toThrow(/^the stream ended; so far: (?!.*"errors")/s);
    },
  );

  test.each(accepting.filter((each) => !isStream(each)))('$name with $action', async ({ operation, name, action }) => {
    const { code } = await call(operation, `with ${action}`);
    expect(code).toBe(ERRORS_IN_ORDER[name]);
  });
});
