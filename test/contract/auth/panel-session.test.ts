import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  PASSWORD,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import {
  cookieOf,
  listOrigins,
  logInToDashboard,
  newVerifier,
  openPanel,
  type PanelSite,
  postAsPanel,
  requestCode,
} from '../../support/panel.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';

const app = useTestApp();
const SITE = 'https://shop.example';
const owner = useOwner(app);
let site: PanelSite;
let annotation: { id: string };

beforeAll(async () => {
  const { id: projectId } = await createProject(app, owner);
  site = { projectId, origin: SITE };
  annotation = await createAnnotation(app, owner, projectId);
  await listOrigins(app, owner, projectId, [SITE, 'https://staging.shop.example']);
});

const read = (token: string) => rest(app, 'GET', `/annotations/${annotation.id}`, { token });
const refresh = (cookie: string, body: object = site) => postAsPanel(app, 'refresh', { cookie, body });

const NO_SESSION = errorBody(401, 'There is no session of the panel on this site; log in');
const ENDED = errorBody(401, 'The session of the panel has ended; log in to the panel again');
const BAD_CODE = errorBody(401, 'The code was used, has expired or belongs to another panel; log in again');

/** Requests a code with a verifier, ready to be redeemed. */
async function newCode(more: object = {}) {
  const { verifier, challenge } = newVerifier();
  const { body } = await requestCode(app, await logInToDashboard(app, owner), { ...site, challenge, ...more });
  return { ...site, code: body.code as string, verifier };
}
const exchange = (body: object) => postAsPanel(app, 'exchange', { body });

describe('a session of the panel', () => {
  test('is opened by a code and continued by its own cookie', async () => {
    const { cookie, token, response } = await openPanel(app, owner, site);
    expect(response.body).toStrictEqual({
      user: { id: owner.id, email: owner.email, name: 'Ada' },
      accessToken: expect.any(String),
      expiresIn: 900,
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^pinbound_panel_[0-9a-f]{16}=[\w-]{43}; Path=\/auth\/panel; HttpOnly; SameSite=None; Max-Age=2592000; Secure; Partitioned$/,
    );
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await read(token)).status).toBe(200);
    const renewed = await refresh(cookie);
    expect([renewed.status, renewed.headers.get('set-cookie')]).toEqual([200, null]);
    expect((await read(renewed.body.accessToken)).status).toBe(200);
  });

  test('belongs to its project and origin', async () => {
    const { cookie } = await openPanel(app, owner, site);
    const elsewhere = { ...site, origin: 'https://staging.shop.example' };
    // A browser would not send it: the name differs. A program may rename it.
    const renamed = `${cookieOf((await openPanel(app, owner, elsewhere)).response).split('=')[0]}=${cookie.split('=')[1]}`;
    for (const sent of [cookie, renamed]) expect((await refresh(sent, elsewhere)).body).toEqual(NO_SESSION);
    const other = await createProject(app, owner);
    expect((await refresh(cookie, { ...site, projectId: other.id })).body).toEqual(NO_SESSION);
  });

  test('reads no other project', async () => {
    const { token } = await openPanel(app, owner, site);
    const other = await createProject(app, owner);
    const { id } = await createAnnotation(app, owner, other.id);
    expect((await rest(app, 'GET', `/annotations/${id}`, { token })).body).toEqual(
      errorBody(404, 'Annotation not found'),
    );
  });

  test('writes in the name of its user, without an access token', async () => {
    const { token } = await openPanel(app, owner, site);
    const { body } = await rest(app, 'POST', `/annotations/${annotation.id}/comments`, {
      token,
      body: { content: 'Done' },
    });
    expect(body.author).toMatchObject({ id: owner.id });
  });

  test('is continued in memory where the browser keeps no cookie, for 12 hours', async () => {
    const { token } = await openPanel(app, owner, site);
    const renewed = await postAsPanel(app, 'refresh', { body: site, token });
    expect((await read(renewed.body.accessToken)).status).toBe(200);
    await app.services.pool.query("UPDATE panel_sessions SET created_at = created_at - interval '13 hours'");
    expect((await postAsPanel(app, 'refresh', { body: site, token })).body).toEqual(NO_SESSION);
  });

  test('is opened by the token of a member, until the token expires', async () => {
    const { body, headers } = await postAsPanel(app, 'start', { body: site, token: owner.token });
    expect(body).toEqual({
      user: { id: owner.id, email: owner.email, name: 'Ada' },
      accessToken: expect.any(String),
      expiresIn: expect.any(Number),
    });
    expect(headers.get('set-cookie')).toBeNull();
    expect(body.expiresIn).toBeLessThanOrEqual(900);
    expect((await read(body.accessToken)).status).toBe(200);
    const again = await postAsPanel(app, 'start', { body: site, token: body.accessToken });
    expect(again.body).toEqual(errorBody(403, expect.stringContaining('tokens of sessions only')));
    expect((await postAsPanel(app, 'start', { body: site })).status).toBe(401);
  });
});

describe('a session of the panel ends', () => {
  test.each<[string, (opened: { login: string; cookie: string }, user: TestUser) => Promise<unknown>]>([
    ['with its own logout', ({ cookie }) => postAsPanel(app, 'end', { cookie, body: site })],
    [
      'with the logout of the dashboard',
      ({ login }) => rest(app, 'POST', '/auth/session/end', { headers: { origin: app.url, cookie: login } }),
    ],
    [
      'with a new password',
      (_opened, { token, refreshToken }) =>
        rest(app, 'POST', '/auth/change-password', {
          token,
          body: { currentPassword: PASSWORD, newPassword: 'another good password', refreshToken },
        }),
    ],
    ['with the membership', (_opened, { id }) => app.services.db.membership.deleteMany({ where: { userId: id } })],
    ['with the origin', () => listOrigins(app, owner, site.projectId, ['https://staging.shop.example'])],
  ])('%s', async (_name, end) => {
    await listOrigins(app, owner, site.projectId, [SITE]);
    const member = await registerMember(app, owner.organizationId, 'editor');
    const opened = await openPanel(app, member, site);
    const { body: streamed } = await read(opened.token);
    expect(streamed.id).toBe(annotation.id);
    await end(opened, member);
    expect((await read(opened.token)).body).toEqual(ENDED);
    expect((await refresh(opened.cookie)).body).toEqual(NO_SESSION);
    // A listed origin does not bring it back.
    await listOrigins(app, owner, site.projectId, [SITE, 'https://staging.shop.example']);
    expect((await refresh(opened.cookie)).body).toEqual(NO_SESSION);
  });

  test('and its open stream, with the logout of the dashboard', async () => {
    const { login, token } = await openPanel(app, owner, site);
    const query = `subscription { annotationChanged(projectId: "${site.projectId}") { kind } }`;
    const stream = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    await rest(app, 'POST', '/auth/session/end', { headers: { origin: app.url, cookie: login } });
    expect(await stream.text()).toContain('event: complete');
  });
});

describe('a code', () => {
  test('is redeemed once, also by concurrent requests', async () => {
    const code = await newCode();
    const responses = await Promise.all(Array.from({ length: 5 }, () => exchange(code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect((await exchange(code)).body).toEqual(BAD_CODE);
  });

  test.each<[string, (code: { code: string; verifier: string } & PanelSite) => object | Promise<object>]>([
    ['a forged one', (code) => ({ ...code, code: 'A'.repeat(43) })],
    ['another verifier', (code) => ({ ...code, verifier: newVerifier().verifier })],
    ['another origin', (code) => ({ ...code, origin: 'https://staging.shop.example' })],
    [
      'an expired one',
      async (code) => {
        await app.services.pool.query(
          "UPDATE panel_sessions SET expires_at = now() - interval '1 second' WHERE code_hash IS NOT NULL",
        );
        return code;
      },
    ],
    [
      'a login that ended',
      async (code) => {
        await app.services.db.loginSession.updateMany({ where: { userId: owner.id }, data: { endedAt: new Date() } });
        return code;
      },
    ],
  ])('is not redeemed by %s', async (_name, change) => {
    const response = await exchange(await change(await newCode()));
    expect([response.body, response.headers.get('set-cookie')]).toEqual([BAD_CODE, null]);
  });

  test('that a person types is short, and not case-sensitive', async () => {
    const { code, ...rest } = await newCode({ isTyped: true });
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect((await exchange({ ...rest, code: ` ${code.toLowerCase().replace('-', ' ')}` })).status).toBe(200);
  });

  test('needs the cookie of the dashboard, which it does not exchange', async () => {
    const cookie = await logInToDashboard(app, owner);
    const { challenge } = newVerifier();
    for (let i = 0; i < 2; i += 1) expect((await requestCode(app, cookie, { ...site, challenge })).status).toBe(200);
    expect((await requestCode(app, 'other=1', { ...site, challenge })).body).toEqual(
      errorBody(401, 'There is no session; log in'),
    );
  });

  test.each<[string, object, number, string]>([
    [
      'an unlisted origin',
      { origin: 'https://evil.example' },
      403,
      'origin: https://evil.example may not show the panel',
    ],
    ['an unlisted subdomain', { origin: 'https://www.shop.example' }, 403, 'may not show the panel'],
    ['no origin', { origin: 'shop' }, 400, 'origin: must be an origin such as https://shop.example'],
    ['a short challenge', { challenge: 'x' }, 400, 'challenge: must be the SHA-256 of the verifier, base64url'],
    ['no project', { projectId: 'x' }, 400, 'projectId: must be a UUID'],
  ])('is refused for %s', async (_name, change, status, message) => {
    const body = { ...site, challenge: newVerifier().challenge, ...change };
    const response = await requestCode(app, await logInToDashboard(app, owner), body);
    expect(response.body).toEqual(errorBody(status, expect.stringContaining(message)));
  });

  test('is refused to a stranger', async () => {
    const stranger = await registerUser(app);
    const body = { ...site, challenge: newVerifier().challenge };
    const response = await requestCode(app, await logInToDashboard(app, stranger), body);
    expect(response.body).toEqual(errorBody(404, 'Project not found'));
  });
});

describe('a request that the panel did not send', () => {
  test.each<[string, Parameters<typeof postAsPanel>[2], number, string]>([
    ['without an origin', { origin: '' }, 403, 'Origin: found none'],
    ['from the page that frames it', { origin: SITE }, 403, 'Origin: found "https://shop.example"'],
    ['from a sandboxed frame', { origin: 'null' }, 403, 'Origin: found "null"'],
    ['without its header', { headers: { 'x-panel': '' } }, 400, 'x-panel: expected'],
    [
      'from a page of the same site',
      { headers: { 'sec-fetch-site': 'same-site' } },
      403,
      'Sec-Fetch-Site: found "same-site"',
    ],
    ['from another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'Sec-Fetch-Site: found "cross-site"'],
  ])('%s is rejected, and changes nothing', async (_name, call, status, message) => {
    const { cookie, token } = await openPanel(app, owner, site);
    const code = await newCode();
    for (const name of ['exchange', 'start', 'refresh', 'end']) {
      const response = await postAsPanel(app, name, {
        ...call,
        cookie,
        token,
        body: name === 'exchange' ? code : site,
      });
      expect([response.body, response.headers.get('set-cookie')]).toEqual([
        errorBody(status, expect.stringContaining(message)),
        null,
      ]);
    }
    expect((await refresh(cookie)).status).toBe(200);
    expect((await exchange(code)).status).toBe(200);
  });

  test('gets no CORS headers for a preflight', async () => {
    const { headers } = await rest(app, 'OPTIONS', '/auth/panel/refresh', {
      headers: { origin: SITE, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-panel' },
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

test('codes and sessions are limited like logins', async () => {
  const limited = app.services.config.rateLimits;
  const before = limited.auth;
  limited.auth = 3;
  try {
    const statuses = [];
    for (let i = 0; i < 400 && statuses.at(-1) !== 429; i += 1) {
      statuses.push((await exchange({ ...site, code: 'ABCD-EFGH', verifier: newVerifier().verifier })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  } finally {
    limited.auth = before;
  }
});

describe('the page of the panel', () => {
  const page = (projectId: string) => fetch(`${app.url}/panel/projects/${projectId}`);

  test('is framed by the listed origins of its project only, read for each request', async () => {
    await listOrigins(app, owner, site.projectId, [SITE]);
    const { headers } = await page(site.projectId);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    for (const name of ['cross-origin-opener-policy', 'x-frame-options', 'access-control-allow-origin']) {
      expect(headers.get(name)).toBeNull();
    }
    await listOrigins(app, owner, site.projectId, []);
    expect((await page(site.projectId)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test.each(['018f0000-0000-7000-8000-000000000000', 'x'])(
    'of the unknown project %s is framed by none',
    async (id) => {
      expect((await page(id)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );

  test('the popup keeps its opener, and is framed by none', async () => {
    const { headers } = await fetch(`${app.url}/app/connect`);
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await fetch(`${app.url}/app/`)).headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });
});
