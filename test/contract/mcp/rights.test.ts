import { beforeAll, describe, expect, test } from 'vitest';
import { toolsOf } from '../../../src/mcp/tools.ts';
import { TOKEN_ACTIONS, TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { schema } from '../../../src/schema/index.ts';
import { createPersonalToken, revokeToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import { listOrigins, openPanel } from '../../support/panel.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { TOOL_SAMPLES } from '../support/tool-samples.ts';
import { createWorld, type World } from '../support/world.ts';

const app = useTestApp();
let world: World;
let stranger: TestUser;
beforeAll(async () => {
  world = await createWorld(app);
  stranger = await registerUser(app, 'Eve');
});

const tools = [...toolsOf(schema).values()].map(({ name, needs, isReadOnly }) => ({ name, needs, isReadOnly }));
const names = Object.keys(TOOL_SAMPLES);
const argumentsOf = (name: string) => TOOL_SAMPLES[name]?.(world) ?? {};
const tokenOf = async (user: Pick<TestUser, 'id'>, given = {}) => (await createPersonalToken(app, user, given)).token;

const panelToken = async () => {
  const site = { projectId: world.project.id, origin: 'https://shop.example' };
  await listOrigins(app, world.owner, site.projectId, [site.origin]);
  return (await openPanel(app, world.owner, site)).token;
};

/** Sends a call without the client, to see status and headers. */
const post = (name: string, token: string | undefined, headers: Record<string, string> = {}) =>
  rest(app, 'POST', '/mcp', {
    ...(token && { token }),
    headers: { accept: 'application/json, text/event-stream', ...headers },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: argumentsOf(name) } },
  });

describe('permits', () => {
  test.each(names)('%s to a token with the actions that it declares', async (name) => {
    const agent = await connectAgent(app, await tokenOf(world.owner));
    const { isError, text } = await callTool(agent, name, argumentsOf(name));
    // Only a verdict with evidence proves a resolution.
    expect(isError ? text : name).toEqual(name === 'resolve' ? expect.stringContaining('verdictId: ') : name);
  });

  test('the preset fix every tool', () => {
    const granted: readonly string[] = TOKEN_PRESETS.fix;
    expect(tools.filter(({ needs }) => needs.some((action) => !granted.includes(action)))).toEqual([]);
  });

  test('the preset read every tool that only reads, but locate: it reads no diagnostics', () => {
    const granted: readonly string[] = TOKEN_PRESETS.read;
    const permitted = tools.filter(({ needs }) => needs.every((action) => granted.includes(action)));
    expect(permitted.map(({ name }) => name)).toEqual(
      tools.filter(({ name, isReadOnly }) => isReadOnly && name !== 'locate').map(({ name }) => name),
    );
  });
});

describe('rejects a token without the action, and names it', () => {
  const needed = tools.flatMap(({ name, needs }) => needs.map((action) => ({ name, action })));
  test.each(needed)('$name without $action', async ({ name, action }) => {
    const token = await tokenOf(world.owner, { actions: TOKEN_ACTIONS.filter((each) => each !== action) });
    const { status, headers, body } = await post(name, token);
    expect([status, body.message]).toEqual([
      403,
      `This access token does not have the action ${action}; add it to the token, or use another one`,
    ]);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="${action}", resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  test('call_operation without the action of the operation', async () => {
    const token = await tokenOf(world.owner, { actions: [...TOKEN_PRESETS.read] });
    const params = { name: 'call_operation', arguments: { name: 'createLabel', arguments: {} } };
    const { status, headers } = await rest(app, 'POST', '/mcp', {
      token,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    expect([status, headers.get('www-authenticate')]).toEqual([403, expect.stringContaining('scope="label.manage"')]);
  });
});

describe('a member whose role has less than the token', () => {
  test.each(tools.filter(({ isReadOnly }) => !isReadOnly))('$name is an error with the role', async ({ name }) => {
    const agent = await connectAgent(app, await tokenOf(world.viewer));
    const { isError, text } = await callTool(agent, name, argumentsOf(name));
    // A check that exists is read with the rights of a viewer.
    if (name === 'check_fix') expect(isError).toBe(false);
    else expect([isError, text]).toEqual([true, expect.stringContaining('Your role is viewer; this requires editor')]);
  });
});

describe('a member of another organization', () => {
  const own = ['whoami', 'search_operations'];
  test.each(names.filter((name) => !own.includes(name)))('%s finds nothing', async (name) => {
    const agent = await connectAgent(app, await tokenOf(stranger));
    const { isError, text } = await callTool(agent, name, argumentsOf(name));
    expect([isError, text]).toEqual([true, expect.stringMatching(/^\w+ not found$/)]);
  });
});

describe('a guest', () => {
  test('reads comments of its projects, and changes none', async () => {
    const guest = await registerMember(app, world.owner.organizationId, 'guest', [world.project.id]);
    const agent = await connectAgent(app, await tokenOf(guest));
    const { isError } = await callTool(agent, 'find_work', { projectId: world.project.id });
    expect(isError).toBe(false);
    const { text } = await callTool(agent, 'start_work', argumentsOf('start_work'));
    expect(text).toContain('Your role is guest; this requires editor');
    const { id } = await createProject(app, world.owner);
    expect((await callTool(agent, 'find_work', { projectId: id })).text).toBe('Project not found');
  });
});

test('the token of a project calls tools in its project only', async () => {
  const { organizationId, token } = world.owner;
  const rights = { preset: 'fix', allProjects: false, projectIds: [world.project.id] };
  const body = { organizationId, role: 'editor', name: 'Build', ...rights };
  const created = await rest(app, 'POST', '/access-tokens', { token, body });
  const agent = await connectAgent(app, created.body.token);
  expect((await callTool(agent, 'reply', argumentsOf('reply'))).isError).toBe(false);
  const { id } = await createProject(app, world.owner);
  expect((await callTool(agent, 'find_work', { projectId: id })).text).toBe('Project not found');
});

describe('rejects with 401', () => {
  const challenge = (error = 'error="invalid_token", ') =>
    `Bearer ${error}scope="${TOKEN_PRESETS.fix.join(' ')}", resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`;

  test.each([
    ['no token', async () => undefined, 'send an access token (pbt_…)'],
    ['the token of a session', async () => world.owner.token, 'The token of a session is not accepted here'],
    ['the token of the panel', panelToken, 'The token of a session is not accepted here'],
    ['another text', async () => 'pbt_nothing', 'access token'],
    [
      'a revoked token',
      async () => {
        const { id, token } = await createPersonalToken(app, world.owner);
        await revokeToken(app, id);
        return token;
      },
      'The access token was revoked',
    ],
    [
      'an expired token',
      () => tokenOf(world.owner, { expiresAt: new Date(Date.now() - 1_000) }),
      'The access token has expired',
    ],
  ])('%s', async (what, token, message) => {
    const { status, headers, body } = await post('whoami', await token());
    expect([status, headers.get('www-authenticate'), body.message]).toEqual([
      401,
      challenge(what === 'no token' ? '' : undefined),
      expect.stringContaining(message),
    ]);
  });

  test('and the document that it names names the server that issues tokens, and how to send them', async () => {
    for (const path of ['', '/mcp']) {
      const { status, body } = await rest(app, 'GET', `/.well-known/oauth-protected-resource${path}`);
      expect([status, body]).toEqual([
        200,
        {
          resource: `${app.url}/mcp`,
          resource_name: 'Pinbound',
          authorization_servers: [app.url],
          bearer_methods_supported: ['header'],
          scopes_supported: TOKEN_PRESETS.fix,
        },
      ]);
    }
  });
});

describe('rejects pages of other sites', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }, 'Origin: expected none, or http://127.0.0.1'],
    ['a name that resolves to this server', { host: 'evil.example' }, 'Host: expected 127.0.0.1'],
    ['an empty host', { host: '' }, 'Host: expected 127.0.0.1'],
  ])('%s', async (_what, headers, message) => {
    const { status, body } = await post('whoami', await tokenOf(world.owner), headers);
    expect([status, body.message]).toEqual([403, expect.stringContaining(message)]);
  });

  test.each([['localhost'], ['LOCALHOST.:80'], ['[::1]:8080'], ['10.0.0.7']])('but not a call of %s', async (host) => {
    const { status, headers } = await rest(app, 'GET', '/mcp', {
      token: await tokenOf(world.owner),
      headers: { host },
    });
    // This method would open the stream of a session, and the server keeps none.
    expect([status, headers.get('allow')]).toEqual([405, expect.any(String)]);
  });
});

describe('the host of BASE_URL', () => {
  const named = useTestApp({ env: { BASE_URL: 'https://pinbound.example', TRUST_PROXY: '0' } });

  test.each(['pinbound.example', 'pinbound.example:443', 'PINBOUND.example', 'pinbound.example.'])(
    'is also %s',
    async (host) => expect((await rest(named, 'GET', '/mcp', { headers: { host } })).status).toBe(401),
  );

  test.each(['pinbound.example:8443', 'pinbound.example.evil.example'])('is not %s', async (host) => {
    const { status, body } = await rest(named, 'GET', '/mcp', { headers: { host } });
    expect([status, body.message]).toEqual([
      403,
      'Host: expected pinbound.example; call the address of BASE_URL, or correct the setting BASE_URL',
    ]);
  });
});
