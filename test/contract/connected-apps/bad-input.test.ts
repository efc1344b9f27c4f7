import { beforeAll, describe, expect, test, vi } from 'vitest';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import {
  AGENT,
  allow,
  codeRequest,
  connectApp,
  createVisitor,
  exchangeCode,
  queryOf,
  refreshTokens,
  registerClient,
  requestCode,
  startRequest,
} from '../../support/oauth.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
let client_id: string;
beforeAll(async () => {
  await createProject(app, owner);
  ({ client_id } = await registerClient(app));
});

/** Parameters of the error that returns to the client; undefined for a page. */
async function errorOf(parameters: Record<string, string | undefined>) {
  const visit = createVisitor(app);
  const request = codeRequest(app, { client_id, ...parameters });
  const response = await visit(`/oauth/authorize?${queryOf(request.parameters)}`);
  const location = response.headers.get('location');
  if (location === null) return { status: response.status, page: await response.text() };
  const { origin, search, hash } = new URL(location, app.url);
  // Errors of tokens at once are in the fragment.
  const returned = new URLSearchParams(search || hash.slice(1));
  return { origin, error: returned.get('error'), text: returned.get('error_description') };
}

describe('a request for a code with', () => {
  test.each([
    ['an unknown address', { redirect_uri: 'https://evil.example/callback' }],
    ['an address that continues a known one', { redirect_uri: `${AGENT.redirect_uris[0]}.evil.example` }],
    ['another path', { redirect_uri: 'http://127.0.0.1:4999/other' }],
    ['an address with a user', { redirect_uri: 'http://127.0.0.1:4999@evil.example/callback' }],
    ['an unknown client', { client_id: 'unknown' }],
  ])('%s is answered by a page, and nobody is redirected', async (_what, parameters) => {
    expect(await errorOf(parameters)).toEqual({
      status: 400,
      page: expect.stringContaining('The app cannot be connected'),
    });
  });

  test.each([
    ['without resource', { resource: undefined }, 'invalid_target', 'expected resource='],
    ['with another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target', 'expected resource='],
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request', 'PKCE'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request', 'code_challenge_method'],
    ['with a method left out', { code_challenge_method: undefined }, 'invalid_request', 'code_challenge_method'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type', ''],
    ['for a form', { response_mode: 'form_post' }, 'unsupported_response_mode', 'response_mode'],
    ['without a person', { prompt: 'none' }, 'consent_required', ''],
  ])('%s returns an error to the client', async (_what, parameters, error, text) => {
    expect(await errorOf(parameters)).toMatchObject({
      origin: 'http://127.0.0.1:4999',
      error,
      text: expect.stringContaining(text),
    });
  });
});

test.each([
  ['https://evil.example/callback', 'evil.example'],
  ['cursor://known.example/callback', 'cursor:'],
])('an error before a decision leads to %s only by a link', async (redirect_uri, name) => {
  const { client_id: id } = await registerClient(app, { ...AGENT, redirect_uris: [redirect_uri] });
  const { status, page, ...others } = await errorOf({ client_id: id, redirect_uri, prompt: 'none' });
  expect([status, others]).toEqual([400, {}]);
  expect(page).toContain(`The app returns to ${name}; continue only if you know it.`);
  expect(page).toMatch(new RegExp(`<a [^>]*href="${redirect_uri}\\?error=consent_required&amp;`));
});

describe('a code', () => {
  const issue = async (given: Record<string, string | string[] | undefined> = {}) => {
    const request = codeRequest(app, { client_id, ...given });
    return { request, code: (await requestCode(app, owner, request)).get('code') ?? '' };
  };

  test('used twice ends the connection', async () => {
    const { request, code } = await issue();
    const first = await exchangeCode(app, request, code);
    expect(first.status).toBe(200);
    expect(await exchangeCode(app, request, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const tokens = { clientId: client_id, refresh_token: first.body.refresh_token };
    expect(await refreshTokens(app, tokens)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('used twice at once gives tokens once', async () => {
    const { request, code } = await issue();
    const answers = await Promise.all([exchangeCode(app, request, code), exchangeCode(app, request, code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1:4999/other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ])('with %s is refused', async (_what, given, error) => {
    const { request, code } = await issue();
    expect(await exchangeCode(app, request, code, given)).toMatchObject({ status: 400, body: { error } });
  });

  test('for one resource gives no token for the other', async () => {
    const { request, code } = await issue();
    const given = { resource: `${app.url}/graphql` };
    expect(await exchangeCode(app, request, code, given)).toMatchObject({
      status: 400,
      body: { error: 'invalid_target' },
    });
  });

  test('of another client is refused', async () => {
    const { request, code } = await issue();
    const other = await registerClient(app);
    expect(await exchangeCode(app, request, code, { client_id: other.client_id })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });
});

describe('a decision', () => {
  test('of a member who was sent the link of another browser connects nobody', async () => {
    const attacker = createVisitor(app);
    const victim = createVisitor(app);
    const code = await startRequest(attacker, codeRequest(app, { client_id }));
    const redirectTo = await allow(app, owner, code);
    const withoutSecret = await attacker(`/oauth/authorize/${code}`);
    expect(withoutSecret.headers.get('location')).toBe(`/app/authorize?request=${code}`);
    const withoutCookie = await victim(redirectTo);
    expect([withoutCookie.status, withoutCookie.headers.get('location')]).toEqual([400, null]);
  });

  test('of one request resumes no other request of the same browser', async () => {
    const [lured, own] = [createVisitor(app), createVisitor(app)];
    const luredCode = await startRequest(lured, codeRequest(app, { client_id }));
    const ownCode = await startRequest(own, codeRequest(app, { client_id }));
    const stranger = await registerUser(app);
    const denied = await rest(app, 'POST', `/auth/app-requests/${ownCode}/deny`, { token: stranger.token });
    const redirectTo = await allow(app, owner, luredCode);
    const resumed = await lured(denied.body.redirectTo);
    expect([resumed.status, resumed.headers.get('location')]).toEqual([303, `/app/authorize?request=${ownCode}`]);
    const twice = await lured(denied.body.redirectTo, `_interaction_resume=${ownCode}`);
    expect([twice.status, twice.headers.get('location')]).toEqual([303, `/app/authorize?request=${ownCode}`]);
    const returned = await lured(redirectTo);
    expect(returned.headers.get('location')).toContain('code=');
  });

  test('about a device needs the page at which its code is typed, and no other request uses that page', async () => {
    const started = await fetch(`${app.url}/oauth/device/code`, {
      method: 'POST',
      body: queryOf({ client_id: 'pinbound-cli', resource: `${app.url}/graphql` }),
    });
    const { user_code: shown } = (await started.json()) as { user_code: string };
    const ofBrowser = await startRequest(createVisitor(app), codeRequest(app, { client_id }));
    const { token } = owner;
    const statuses = async (code: string, isDevice: boolean) => {
      const path = `/auth/app-requests/${code}`;
      const body = { isDevice, actions: TOKEN_PRESETS.read, allProjects: true };
      const answers = [
        await rest(app, 'GET', `${path}?isDevice=${isDevice}`, { token }),
        await rest(app, 'POST', `${path}/allow`, { token, body }),
        await rest(app, 'POST', `${path}/deny`, { token, body: { isDevice } }),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await statuses(shown, false)).toEqual([404, 404, 404]);
    expect(await statuses(ofBrowser, true)).toEqual([404, 404, 404]);
    expect(await rest(app, 'GET', `/auth/app-requests/${shown}`, { token })).toMatchObject({ status: 404 });
    expect(await statuses(shown, true)).toEqual([200, 200, 404]);
    expect(await statuses(ofBrowser, false)).toEqual([200, 200, 404]);
  });

  test('needs one connection to the database, so that many at once do not wait for each other', async () => {
    const { token } = owner;
    const [allowed, denied] = await Promise.all(
      [0, 1].map(() => startRequest(createVisitor(app), codeRequest(app, { client_id }))),
    );
    const { pool } = app.services;
    const others = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
    try {
      expect(await allow(app, owner, allowed ?? '')).toContain(`/oauth/authorize/${allowed}?decision=`);
      expect(await rest(app, 'POST', `/auth/app-requests/${denied}/deny`, { token })).toMatchObject({ status: 200 });
    } finally {
      for (const each of others) each.release();
    }
  });

  test('is made once, for actions that the app asks for and own projects', async () => {
    const { token } = owner;
    const code = await startRequest(createVisitor(app), codeRequest(app, { client_id, scope: 'project.read' }));
    const decide = (body: object) => rest(app, 'POST', `/auth/app-requests/${code}/allow`, { token, body });
    expect(await decide({ actions: ['webhook.manage'], allProjects: true })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('the app did not ask for webhook.manage; choose from project.read') },
    });
    const stranger = await registerUser(app);
    const theirs = await createProject(app, stranger);
    expect(await decide({ actions: ['project.read'], projectIds: [theirs.id] })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('is not a project of yours') },
    });
    expect(await decide({ actions: ['project.read'], allProjects: true })).toMatchObject({ status: 200 });
    expect(await decide({ actions: ['project.read'], allProjects: true })).toMatchObject({ status: 404 });
  });
});

describe('a client that registers itself', () => {
  test.each([
    ['a script as its address', { redirect_uris: ['javascript:alert(1)'] }],
    ['a plain address of another machine', { redirect_uris: ['http://evil.example/callback', 'cursor://callback'] }],
    ['an address with a fragment', { redirect_uris: ['https://evil.example/#x'] }],
    ['no address', { redirect_uris: [] }],
    ['an implicit grant', { grant_types: ['implicit'], response_types: ['token'] }],
  ])('with %s is refused', async (_what, metadata) => {
    await expect(registerClient(app, { ...AGENT, ...metadata })).rejects.toThrow(
      /invalid_(client_metadata|redirect_uri)/,
    );
  });

  test('shows a name without characters that change its direction', async () => {
    const { client_id: id } = await registerClient(app, {
      ...AGENT,
      client_name: 'Claude\u202e\u0007'.padEnd(200, '!'),
    });
    const code = await startRequest(createVisitor(app), codeRequest(app, { client_id: id }));
    const { body } = await rest(app, 'GET', `/auth/app-requests/${code}`, { token: owner.token });
    expect(body).toMatchObject({ clientName: 'Claude'.padEnd(60, '!'), isBuiltIn: false });
  });
});

test('a member who loses the project between consent and call takes it from the app', async () => {
  const admin = await registerUser(app);
  const project = await createProject(app, admin);
  const { access_token } = await connectApp(app, admin, {
    rights: { allProjects: false, projectIds: [project.id] },
  });
  const agent = await connectAgent(app, access_token);
  const list = () => callTool(agent, 'find_work', { projectId: project.id });
  expect(await list()).toMatchObject({ isError: false });
  await app.services.db.membership.deleteMany({ where: { userId: admin.id } });
  expect(await list()).toMatchObject({ isError: true, text: expect.stringContaining('not found') });
  await agent.close();
});

test.each([-5, 5])('tokens are refreshed with a clock that is %i minutes off', async (minutes) => {
  const connected = await connectApp(app, owner);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + minutes * 60_000);
  const refreshed = await refreshTokens(app, connected);
  clock.mockRestore();
  expect(refreshed).toMatchObject({ status: 200, body: { expires_in: 3600 } });
});

describe('with APP_REGISTRATION=off', () => {
  const closed = useTestApp({ env: { APP_REGISTRATION: 'off' } });
  test('no client registers itself', async () => {
    await expect(registerClient(closed)).rejects.toThrow();
    const metadata = await (await fetch(`${closed.url}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).not.toHaveProperty('registration_endpoint');
  });
});

describe('with limits', () => {
  const limited = useTestApp({ env: { RATE_LIMIT_AUTH: '1' } });
  test('a network registers few clients', async () => {
    await registerClient(limited);
    await expect(registerClient(limited)).rejects.toThrow('Over 1 registrations of apps in 1 h');
  });
});
