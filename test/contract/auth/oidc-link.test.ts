// Cost: about 4 s, a service and a provider.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser } from '../../support/factories.ts';
import { type OidcDouble, startOidcDouble } from '../../support/servers/oidc-double.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let provider: OidcDouble;
let app: TestApp;
beforeAll(async () => {
  provider = await startOidcDouble();
  app = await startTestApp({ env: provider.env });
});
afterAll(() => Promise.all([app?.close(), provider?.close()]));
afterEach(() => provider.reset());

type User = Awaited<ReturnType<typeof registerUser>>;

let people = 0;
/** Sets the person that logs in at the provider, whose address no account has. */
function setPerson(subject = `link-${people + 1}`) {
  people += 1;
  provider.behavior.claims = { sub: subject, email: `at-provider-${people}@corp.example`, name: 'Eve' };
}

const cookieOf = ({ headers }: Response, name: string): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

const session = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/auth/session/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(app.url).origin, ...headers },
    body: JSON.stringify(body),
  });
/** Logs in to the dashboard; returns its cookie. */
const logIn = async ({ email }: User) =>
  cookieOf(await session('start', { email, password: PASSWORD }), 'pinbound_session');
const startLink = (cookie: string, currentPassword = PASSWORD) => session('link-oidc', { currentPassword }, { cookie });

/** Follows the link to the provider and back, in a browser with these cookies. */
async function follow(started: Response, state = cookieOf(started, 'pinbound_oidc')) {
  const { url } = (await started.json()) as { url: string };
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
  return fetch(back, { redirect: 'manual', headers: { cookie: state, accept: 'application/json' } });
}
const identitiesOf = ({ id }: User) => app.services.db.oidcIdentity.count({ where: { userId: id } });
const auditOf = async ({ organizationId, token }: User) =>
  ((await rest(app, 'GET', `/organizations/${organizationId}/audit`, { token })).body as { action: string }[]).map(
    ({ action }) => action,
  );
const logInAtProvider = async () => {
  const started = await fetch(`${app.url}/auth/oidc/start`, { redirect: 'manual' });
  const back = await fetch(started.headers.get('location') ?? '', { redirect: 'manual' });
  return fetch(back.headers.get('location') ?? '', {
    redirect: 'manual',
    headers: { cookie: cookieOf(started, 'pinbound_oidc'), accept: 'application/json' },
  });
};

describe('a member links an account', () => {
  test('with the password, whatever the addresses, and logs in with both from then on', async () => {
    const user = await registerUser(app, 'Ada');
    setPerson();
    const done = await follow(await startLink(await logIn(user)));
    expect(done.status).toBe(302);
    expect(done.headers.get('location')).toBe(`${app.url}/app/account`);
    expect(cookieOf(done, 'pinbound_session')).toBe('');
    expect(await identitiesOf(user)).toBe(1);
    expect(await auditOf(user)).toContain('member_login_linked');
    expect(await (await logInAtProvider()).json()).toMatchObject({ user: { id: user.id } });
    expect(await logIn(user)).not.toBe('');
  });

  test('again without a change, and not to a second identity', async () => {
    const user = await registerUser(app, 'Ada');
    setPerson();
    const cookie = await logIn(user);
    const [first, second] = [await startLink(cookie), await startLink(cookie)];
    expect((await follow(first)).status).toBe(302);
    setPerson();
    const other = await follow(second);
    expect([other.status, await other.json()]).toEqual([
      400,
      expect.objectContaining({ message: 'The account is linked to another login of Looms ID; unlink that first' }),
    ]);
    expect((await startLink(cookie)).status).toBe(400);
    expect(await identitiesOf(user)).toBe(1);
  });

  test('and ends the link with the password', async () => {
    const user = await registerUser(app, 'Ada');
    setPerson();
    await follow(await startLink(await logIn(user)));
    const unlink = (currentPassword: string) =>
      rest(app, 'POST', '/auth/unlink-oidc', { token: user.token, body: { currentPassword } });
    expect(await unlink('another password')).toMatchObject({
      status: 400,
      body: { message: 'currentPassword: is wrong' },
    });
    expect(await identitiesOf(user)).toBe(1);
    expect((await unlink(PASSWORD)).status).toBe(200);
    expect((await unlink(PASSWORD)).status).toBe(200);
    expect(await identitiesOf(user)).toBe(0);
    expect((await auditOf(user)).filter((action) => action === 'member_login_unlinked')).toHaveLength(1);
    expect(await (await logInAtProvider()).json()).not.toMatchObject({ user: { id: user.id } });
  });
});

describe('a link is refused', () => {
  test('for an identity of another account', async () => {
    const [owner, other] = [await registerUser(app, 'Ada'), await registerUser(app, 'Bob')];
    setPerson('shared');
    await follow(await startLink(await logIn(owner)));
    const refused = await follow(await startLink(await logIn(other)));
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('belongs to another account') });
    expect([await identitiesOf(owner), await identitiesOf(other)]).toEqual([1, 0]);
  });

  test('without the password, without a session, and from other pages', async () => {
    const user = await registerUser(app, 'Ada');
    const cookie = await logIn(user);
    expect((await startLink(cookie, 'another password')).status).toBe(400);
    expect((await startLink('pinbound_session=unknown')).status).toBe(401);
    expect((await startLink('')).status).toBe(401);
    const elsewhere = { cookie, origin: 'https://evil.example' };
    expect((await session('link-oidc', { currentPassword: PASSWORD }, elsewhere)).status).toBe(403);
  });

  test('in a browser in which somebody else started it', async () => {
    const [attacker, victim] = [await registerUser(app, 'Eve'), await registerUser(app, 'Ada')];
    setPerson();
    const started = await startLink(await logIn(attacker));
    // The victim's browser has no state, or that of a link of its own.
    expect((await follow(started.clone(), '')).status).toBe(401);
    const own = cookieOf(await startLink(await logIn(victim)), 'pinbound_oidc');
    expect((await follow(started, own)).status).toBe(401);
    expect([await identitiesOf(attacker), await identitiesOf(victim)]).toEqual([0, 0]);
  });

  test('when the session that started it has ended, or the password was changed', async () => {
    const user = await registerUser(app, 'Ada');
    setPerson();
    const cookie = await logIn(user);
    const started = await startLink(cookie);
    await session('end', {}, { cookie });
    expect((await follow(started)).status).toBe(401);
    const again = await startLink(await logIn(user));
    await rest(app, 'POST', '/auth/change-password', {
      token: user.token,
      body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` },
    });
    expect((await follow(again)).status).toBe(401);
    expect(await identitiesOf(user)).toBe(0);
  });

  test('when it is completed twice', async () => {
    const user = await registerUser(app, 'Ada');
    setPerson();
    const started = await startLink(await logIn(user));
    expect((await follow(started.clone())).status).toBe(302);
    expect((await follow(started)).status).toBe(401);
  });
});
