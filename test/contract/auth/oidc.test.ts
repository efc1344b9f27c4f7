// Cost: about 5 s, two services and a provider.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { registerUser } from '../../support/factories.ts';
import { verificationMailsTo } from '../../support/mails.ts';
import { type OidcDouble, startOidcDouble } from '../../support/servers/oidc-double.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { createResetToken } from '../support/world.ts';

let provider: OidcDouble;
let elsewhere: OidcDouble;
let app: TestApp;
let invited: TestApp;
let trusting: TestApp;
beforeAll(async () => {
  [provider, elsewhere] = await Promise.all([startOidcDouble(), startOidcDouble()]);
  // The provider is on a private address, which this policy forbids for other calls.
  app = await startTestApp({ env: { ...provider.env, NETWORK_POLICY: 'public' } });
  invited = await startTestApp({
    env: { ...provider.env, REGISTRATION: 'invited', RATE_LIMIT_AUTH: '12' },
    databaseUrl: app.databaseUrl,
  });
  trusting = await startTestApp({
    env: { ...provider.env, REGISTRATION: 'invited', OIDC_TRUST_EMAIL: 'on' },
    databaseUrl: app.databaseUrl,
  });
});
afterAll(async () => {
  for (const each of [trusting, invited, app, provider, elsewhere]) await each.close();
});
afterEach(() => provider.reset());

let people = 0;
/** A person at the provider. */
function newPerson(claims: Record<string, unknown> = {}) {
  people += 1;
  const email = `person-${people}@example.com`;
  provider.behavior.claims = { sub: `sub-${people}`, email, email_verified: true, name: 'Eve', ...claims };
  return email;
}

const cookieOf = ({ headers }: Response, name: string): string | undefined =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0];

/** The address of the callback that the provider redirects to, and the cookie for it. */
async function start(at = app, returnTo = '/') {
  const started = await fetch(`${at.url}/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`, {
    redirect: 'manual',
  });
  expect(started.status).toBe(302);
  const location = started.headers.get('location') ?? '';
  const returned = await fetch(location, { redirect: 'manual' });
  return {
    started,
    location,
    callback: returned.headers.get('location') ?? '',
    cookie: cookieOf(started, 'pinbound_oidc') ?? '',
  };
}

async function finish({ callback, cookie }: { callback: string; cookie: string }, accept = 'application/json') {
  const response = await fetch(callback, { redirect: 'manual', headers: { cookie, accept } });
  return { response, status: response.status, body: accept === 'application/json' ? await response.json() : undefined };
}

const logIn = async (at = app) => finish(await start(at));
const verify = (id: string) =>
  app.services.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [id]);
const me = async (token: string) => (await rest(app, 'GET', '/auth/me', { token })).body;

describe('a login', () => {
  test('creates a verified account, and finds it again by its subject', async () => {
    const email = newPerson();
    const first = await logIn();
    expect(first.body).toMatchObject({ user: { email, name: 'Eve' }, tokenType: 'Bearer' });
    const account = await me(first.body.accessToken);
    expect(account.emailVerifiedAt).not.toBeNull();
    expect(account.memberships).toHaveLength(1);
    const { data } = await graphql(app, '{ me { oidcLinkedAt } }', {}, { token: first.body.accessToken });
    expect(Date.parse(data?.me.oidcLinkedAt)).not.toBeNaN();
    provider.behavior.claims = { ...provider.behavior.claims, email: 'moved@example.com' };
    expect((await logIn()).body.user).toEqual(first.body.user);
    const refreshed = await rest(app, 'POST', '/auth/refresh', { body: { refreshToken: first.body.refreshToken } });
    expect(refreshed.status).toBe(200);
    const sessions = await rest(app, 'GET', '/auth/sessions', { token: first.body.accessToken });
    expect(sessions.body).toHaveLength(2);
  });

  test('of a browser starts the session of the dashboard', async () => {
    newPerson();
    const { response } = await finish(await start(app, '/verify-email?from=login'), 'text/html,*/*');
    expect([response.status, response.headers.get('location')]).toEqual([302, `${app.url}/verify-email?from=login`]);
    const cookies = response.headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/pinbound_session=[\w-]{43}; Path=\/auth\/session; HttpOnly; SameSite=Strict/);
    expect(cookies).toMatch(/pinbound_oidc=; Path=\/auth\/oidc; HttpOnly; SameSite=Lax; Max-Age=0/);
    const headers = { cookie: cookieOf(response, 'pinbound_session') ?? '', origin: app.url };
    const renewed = await rest(app, 'POST', '/auth/session/refresh', { headers });
    expect(renewed).toMatchObject({ status: 200, body: { user: { name: 'Eve' } } });
  });

  test('sends PKCE, state and nonce, and keeps their secrets from scripts', async () => {
    newPerson();
    const { location, started } = await start();
    const query = new URL(location).searchParams;
    expect(query.get('redirect_uri')).toBe(`${app.url}/auth/oidc/callback`);
    expect([query.get('response_type'), query.get('code_challenge_method')]).toEqual(['code', 'S256']);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(started.headers.get('set-cookie')).toMatch(/; Path=\/auth\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/);
    expect(started.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a b', '/\n/evil.example'])(
    'does not return to %j',
    async (returnTo) => {
      const query = `returnTo=${encodeURIComponent(returnTo)}`;
      expect(await rest(app, 'GET', `/auth/oidc/start?${query}`)).toMatchObject({
        status: 400,
        body: { message: 'returnTo: must be a path of this service, such as /' },
      });
    },
  );

  test('reads the address from userinfo if the ID token has none', async () => {
    newPerson({ email: undefined, email_verified: undefined });
    provider.behavior.userinfo = { email: 'userinfo@example.com', email_verified: 'true' };
    const { body } = await logIn();
    expect(body.user.email).toBe('userinfo@example.com');
    expect((await me(body.accessToken)).emailVerifiedAt).not.toBeNull();
  });

  test.each([
    ['an empty address', { email: '' }, { email: 'empty@example.com', email_verified: true }],
    ['null as address', { email: null }, { email: 'null@example.com', email_verified: true }],
    ['no email_verified', { email: 'thin@example.com' }, { email: 'thin@example.com', email_verified: true }],
  ])('reads userinfo if the ID token has %s', async (_, claims, userinfo) => {
    newPerson({ email_verified: undefined, ...claims });
    provider.behavior.userinfo = userinfo;
    const { body } = await logIn();
    expect(body.user.email).toBe(userinfo.email);
    expect((await me(body.accessToken)).emailVerifiedAt).not.toBeNull();
  });

  test('with an address needs no userinfo', async () => {
    const email = newPerson({ email_verified: undefined });
    provider.behavior.metadata = { userinfo_endpoint: `${elsewhere.url}/nothing` };
    const { body } = await logIn();
    expect(body.user.email).toBe(email);
    expect((await me(body.accessToken)).emailVerifiedAt).toBeNull();
  });

  test('is listed among the options', async () => {
    expect((await rest(app, 'GET', '/auth/options')).body).toEqual({
      registration: 'open',
      oidc: { name: 'Looms ID', url: `${app.url}/auth/oidc/start` },
      baseUrl: app.url,
      sendsMail: false,
    });
  });
});

describe('the address', () => {
  test('links an account only if both sides have verified it', async () => {
    const user = await registerUser(app, 'Ada');
    newPerson({ email: user.email, email_verified: false });
    const byProvider = `email: ${user.email} has an account, and Looms ID has not verified the address; log in with the password`;
    expect(await logIn()).toMatchObject({ status: 400, body: { message: byProvider } });
    await verify(user.id);
    expect((await logIn()).body.message).toBe(byProvider);

    const unverified = await registerUser(app, 'Bob');
    newPerson({ email: unverified.email });
    expect(await logIn()).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(
          /^email: .* has an account whose address is not verified; log in with the password/,
        ),
      },
    });

    newPerson({ email: user.email.toUpperCase() });
    expect((await logIn()).body.user.id).toBe(user.id);
    const { body } = await rest(app, 'GET', `/organizations/${user.organizationId}/audit`, { token: user.token });
    expect(body[0]).toMatchObject({ action: 'member_login_linked', actorId: user.id, targetName: user.email });
    expect(await app.services.db.oidcIdentity.count({ where: { userId: { in: [user.id, unverified.id] } } })).toBe(1);
  });

  test('that the provider has not verified stays unverified, and its owner ends the link by a new password', async () => {
    const email = newPerson({ email_verified: false });
    const { body } = await logIn();
    expect((await me(body.accessToken)).emailVerifiedAt).toBeNull();
    await expect.poll(() => verificationMailsTo(app, email)).toHaveLength(1);
    const reset = { token: await createResetToken(app, body.user.id), password: 'another long password' };
    expect((await rest(app, 'POST', '/auth/password-reset/confirm', { body: reset })).status).toBe(200);
    expect((await logIn()).body.message).toContain('has not verified the address');
  });

  test.each([undefined, '', 'nobody', 42])('%j creates no account', async (email) => {
    newPerson({ email });
    expect((await logIn()).body.message).toMatch(/^email: Looms ID sent no valid e-mail address/);
  });
});

describe('a manipulated login', () => {
  test('is rejected with a wrong state, and without the cookie', async () => {
    newPerson();
    const { callback, cookie } = await start();
    expect(await finish({ callback: callback.replace(/state=.*/, 'state=other'), cookie })).toMatchObject({
      status: 401,
      body: { message: 'The login with Looms ID failed (OAUTH_INVALID_RESPONSE); start again' },
    });
    const other = await start();
    const message = 'This login was not started in this browser within the last 10 minutes; start again';
    for (const bad of ['', `${other.cookie}x`, 'pinbound_oidc=nothing']) {
      expect(await finish({ callback: other.callback, cookie: bad })).toMatchObject({ status: 401, body: { message } });
    }
    expect((await finish({ callback, cookie: other.cookie })).status).toBe(401);
  });

  test('is rejected when it is replayed', async () => {
    newPerson();
    const login = await start();
    expect((await finish(login)).status).toBe(200);
    expect((await finish(login)).body.message).toBe('This login was already completed; start again');
    const code = new URL(login.callback).searchParams.get('code') ?? '';
    const fresh = await start();
    const replayed = new URL(fresh.callback);
    replayed.searchParams.set('code', code);
    expect(await finish({ callback: replayed.href, cookie: fresh.cookie })).toMatchObject({
      status: 401,
      body: { message: 'The login with Looms ID failed (invalid_grant); start again' },
    });
  });

  test('shows a page to browsers, with texts of the provider as text', async () => {
    newPerson();
    const { callback, cookie } = await start();
    const denied = new URL(callback);
    denied.searchParams.delete('code');
    denied.searchParams.set('error', '<script>alert(1)</script>');
    const { response } = await finish({ callback: denied.href, cookie }, 'text/html');
    expect(response.status).toBe(401);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await response.text();
    expect(html).toContain('<h1>Login failed</h1>');
    expect(html).not.toContain('<script>');
  });
});

describe('a provider', () => {
  const forgeries: [string, () => void][] = [
    ['another nonce', () => Object.assign(provider.behavior.forged, { nonce: 'other' })],
    ['another issuer', () => Object.assign(provider.behavior.forged, { iss: 'https://evil.example' })],
    ['another audience', () => Object.assign(provider.behavior.forged, { aud: 'other' })],
    ['an unpublished key', () => Object.assign(provider.behavior, { signsWithUnknownKey: true })],
    [
      'a token issued in two hours',
      () => Object.assign(provider.behavior.forged, { iat: Math.floor(Date.now() / 1_000) + 7_200 }),
    ],
    ['a clock ten minutes behind', () => Object.assign(provider.behavior, { clockAhead: -600 })],
    [
      'another issuer in its metadata',
      () => Object.assign(provider.behavior.metadata, { issuer: 'https://evil.example' }),
    ],
    [
      'keys at a private address',
      () => Object.assign(provider.behavior.metadata, { jwks_uri: `${elsewhere.url}/jwks` }),
    ],
  ];
  test.each(forgeries)('with %s logs nobody in', async (_name, forge) => {
    const email = newPerson();
    const login = await start();
    forge();
    const { status, body } = await finish(login);
    expect([401, 503]).toContain(status);
    expect(body.message).toMatch(/^(The login with Looms ID failed \(\w+\); start again|Looms ID does not respond: )/);
    expect(await app.services.db.user.count({ where: { email } })).toBe(0);
    expect(elsewhere.calls()).toEqual([]);
  });

  test('may change its keys, and have another clock', async () => {
    newPerson();
    await logIn();
    await provider.changeKeys();
    for (const seconds of [600, -330]) {
      provider.behavior.clockAhead = seconds;
      expect((await logIn()).status).toBe(200);
    }
  });

  test('that is down leaves logins by password', async () => {
    const user = await registerUser(app);
    newPerson();
    const login = await start();
    provider.behavior.status = 503;
    const down = {
      status: 503,
      body: { message: expect.stringMatching(/^Looms ID does not respond: .*log in with a password$/) },
    };
    expect(await finish(login)).toMatchObject(down);
    expect(await rest(app, 'GET', '/auth/oidc/start')).toMatchObject(down);
    const body = { email: user.email, password: 'a long enough password' };
    expect((await rest(app, 'POST', '/auth/login', { body })).status).toBe(200);
  });
});

describe('a provider that never says email_verified', () => {
  /** Claims of Entra ID. */
  function newEmployee(claims: Record<string, unknown> = {}) {
    const email = newPerson();
    Object.assign(provider.behavior.claims, { email_verified: undefined, preferred_username: email, ...claims });
    return email;
  }
  const inviteTo = (owner: Awaited<ReturnType<typeof registerUser>>, email: string) =>
    rest(app, 'POST', `/organizations/${owner.organizationId}/invitations`, {
      token: owner.token,
      body: { email, role: 'viewer' },
    });

  test.each([
    ['email', {}],
    ['preferred_username', { email: undefined }],
    ['upn', { email: undefined, preferred_username: 'CORP\\eve', upn: 'upn@corp.example' }],
  ])('logs invited people in if its operator declares it trusted: address in %s', async (_claim, claims) => {
    const owner = await registerUser(app);
    const email = (claims as { upn?: string }).upn ?? newEmployee(claims);
    if ('upn' in claims) newEmployee(claims);
    await inviteTo(owner, email);
    const { body } = await logIn(trusting);
    expect(body.user.email).toBe(email);
    expect((await me(body.accessToken)).emailVerifiedAt).not.toBeNull();
  });

  test('links accounts if its operator declares it trusted', async () => {
    const user = await registerUser(app);
    await verify(user.id);
    newEmployee({ email: undefined, preferred_username: user.email });
    expect((await logIn()).status).toBe(400);
    expect((await logIn(trusting)).body.user.id).toBe(user.id);
  });

  test('knows people by their user name if the address is an alias, and its operator declares it trusted', async () => {
    const owner = await registerUser(app);
    const invitedEmail = newEmployee();
    Object.assign(provider.behavior.claims, { email: `alias-of-${invitedEmail}` });
    await inviteTo(owner, invitedEmail);
    expect((await logIn(trusting)).body.user.email).toBe(invitedEmail);
    const user = await registerUser(app);
    await verify(user.id);
    newEmployee({ email: `alias-of-${user.email}`, preferred_username: 'CORP\\eve', upn: user.email });
    expect((await logIn(trusting)).body.user.id).toBe(user.id);
  });

  test('does not know them by it otherwise', async () => {
    const user = await registerUser(app);
    await verify(user.id);
    newEmployee({ email_verified: true, preferred_username: user.email });
    expect((await logIn()).body.user.id).not.toBe(user.id);
    const owner = await registerUser(app);
    const email = newEmployee({ email_verified: true, preferred_username: user.email });
    await inviteTo(owner, email);
    expect((await logIn(trusting)).body.user.email).toBe(email);
  });

  test('verifies no address that it denies, and nobody without an invitation', async () => {
    const owner = await registerUser(app);
    const email = newEmployee({ email_verified: false });
    await inviteTo(owner, email);
    expect((await logIn(trusting)).status).toBe(403);
    newEmployee();
    expect((await logIn(trusting)).status).toBe(403);
  });

  test('creates an unverified account of the address in preferred_username otherwise, whatever it says about email', async () => {
    newEmployee({ email: undefined, email_verified: true });
    const { body } = await logIn();
    expect((await me(body.accessToken)).emailVerifiedAt).toBeNull();
  });
});

test('REGISTRATION=invited holds, and logins are counted', async () => {
  const owner = await registerUser(app);
  const email = newPerson();
  const refused = {
    status: 403,
    body: { message: expect.stringMatching(/^Registration requires an invitation to an address/) },
  };
  expect(await logIn(invited)).toMatchObject(refused);
  const invitation = { token: owner.token, body: { email, role: 'viewer' } };
  await rest(app, 'POST', `/organizations/${owner.organizationId}/invitations`, invitation);
  provider.behavior.claims.email_verified = false;
  expect(await logIn(invited)).toMatchObject(refused);
  provider.behavior.claims.email_verified = true;
  expect((await logIn(invited)).body.user.email).toBe(email);
  const statuses = [];
  for (let call = 0; call < 8; call++) statuses.push((await rest(invited, 'GET', '/auth/oidc/callback')).status);
  expect(statuses.at(0)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});
