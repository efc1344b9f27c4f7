// Cost: about 15 s, one service: every operation is called with several kinds of tokens.
import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../../src/resolvers/platform/policies/roles.ts';
import { TOKEN_ACTIONS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { operationOf } from '../../../src/schema/operation.ts';
import { connectTestApp, revokeToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { registerMember } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { callGraphql, type Outcome } from '../support/call.ts';
import { openEventStream, readToEnd } from '../support/event-stream.ts';
import { documentOf, inExecutionOrder, OPERATIONS, type Operation, requiredAction } from '../support/operations.ts';
import { sampleFor } from '../support/samples.ts';
import { createWorld, type World } from '../support/world.ts';

// Calls every operation with connected apps that lack one thing each.

const app = useTestApp();
let world: World;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld(app);
  const { owner } = world;
  const body = { organizationId: owner.organizationId, name: 'Blog', slug: 'blog' };
  const other = (await rest(app, 'POST', '/projects', { token: owner.token, body })).body;
  const demoted = await registerMember(app, owner.organizationId, 'owner');
  const secretOf = async (
    ...given: Parameters<typeof connectTestApp> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await connectTestApp(app, ...given)).token;
  for (const action of TOKEN_ACTIONS) {
    tokens[`without ${action}`] = await secretOf(owner, { actions: TOKEN_ACTIONS.filter((each) => each !== action) });
  }
  tokens.full = await secretOf(owner);
  tokens.expired = await secretOf(owner, { expiresAt: new Date(Date.now() - 1_000) });
  tokens['of another project'] = await secretOf(owner, { allProjects: false, projectIds: [other.id] });
  tokens['for /mcp'] = await secretOf(owner, { resource: 'mcp' });
  tokens.demoted = await secretOf(demoted);
  const ended = await connectTestApp(app, owner);
  await revokeToken(app, ended.id);
  tokens.disconnected = ended.token;
  await app.services.db.membership.updateMany({ where: { userId: demoted.id }, data: { role: 'viewer' } });
});

const call = (operation: Operation, kind: string): Promise<Outcome> =>
  callGraphql(app, operation, sampleFor(operation.name, world), {
    headers: { authorization: `Bearer ${tokens[kind]}` },
  });

const callable = inExecutionOrder(OPERATIONS).map((operation) => ({
  operation,
  name: operation.name,
  action: requiredAction(operation) ?? 'organization.read',
}));
const accepts = ({ operation }: { operation: Operation }) => operationOf(operation.field)?.acceptsTokens === true;
const accepting = callable.filter(accepts);
const hasProject = ({ operation }: { operation: Operation }) =>
  operation.field.args.some(({ name }) => name === 'projectId');

test.each(callable.filter((each) => !accepts(each)))('$name accepts no app', async ({ operation }) => {
  expect(await call(operation, 'full')).toMatchObject({ code: 'FORBIDDEN' });
});

describe('rejects an app', () => {
  test.each(accepting)('without the action, after its end and for another resource: $name', async (each) => {
    const { operation, action } = each;
    // Every token learns what it is.
    const code = each.name === 'me' ? undefined : 'FORBIDDEN';
    expect((await call(operation, `without ${action}`)).code).toBe(code);
    for (const kind of ['expired', 'disconnected', 'for /mcp']) {
      expect([kind, (await call(operation, kind)).code]).toEqual([kind, 'UNAUTHENTICATED']);
    }
  });

  test.each(accepting.filter(({ action }) => !can('viewer', action)))(
    'whose owner was demoted: $name',
    async ({ operation }) => {
      expect(await call(operation, 'demoted')).toMatchObject({ code: 'FORBIDDEN' });
    },
  );

  test.each(accepting.filter(hasProject))('of another project: $name', async ({ operation }) => {
    expect(['NOT_FOUND', 'FORBIDDEN']).toContain((await call(operation, 'of another project')).code);
  });
});

test.each(accepting.filter(({ operation }) => operation.kind === 'subscription'))(
  'a stream ends when its app is disconnected: $name',
  async ({ operation, name, action }) => {
    const { id, token } = await connectTestApp(app, world.owner, { actions: [action] });
    const stream = await openEventStream(app, documentOf(operation), sampleFor(name, world), token);
    const ended = await rest(app, 'DELETE', `/auth/connected-apps/${id}`, { token: world.owner.token });
    expect(ended.status).toBe(200);
    await expect(readToEnd(stream)).rejects.toThrow(/^the stream ended; so far: (?!.*"errors")/s);
  },
);
