// Cost: about 4 s, one service with a second one behind an HTTPS address.
import { once } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type RestResponse, rest } from '../../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { needsToken, ROUTED } from '../support/operations.ts';

const app = useTestApp();
const secured = useTestApp({ env: { BASE_URL: 'https://feedback.example' } });
let ada: TestUser;
beforeEach(async () => {
  ada = await registerUser(app, 'Ada');
});

interface Call {
  origin?: string;
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls as a page of the service: with its origin, and the cookie that a browser would send. */
const post = (name: string, { origin = app.url, cookie, body, headers }: Call = {}): Promise<RestResponse> =>
  rest(app, 'POST', `/auth/session/${name}`, {
    body,
    headers: { ...(origin && { origin }), ...(cookie && { cookie }), ...headers },
  });

/** Value of the cookie as a browser would send it; empty after its deletion. */
const cookieOf = ({ headers }: RestResponse): string => {
  const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
  return attributes.includes('Max-Age=0') ? '' : pair;
};
const start = () => post('start', { body: { email: ada.email, password: PASSWORD } });
const me = (token: string) => rest(app, 'GET', '/auth/me', { token });
const sessions = async () => (await rest(app, 'GET', '/auth/sessions', { token: ada.token })).body;

const INVALID = 'The refresh token is no longer valid; log in again';
const NO_SESSION = errorBody(401, INVALID);

/** Makes the spent tokens of the user look older. */
const age = (seconds: number) =>
  app.services.pool.query(
    `UPDATE refresh_tokens SET spent_at = spent_at - $2 * interval '1 second' WHERE user_id = $1`,
    [ada.id, seconds],
  );

describe('POST /auth/session/start', () => {
  test('logs in and keeps the refresh token from scripts', async () => {
    const response = await start();
    expect([response.status, response.body]).toStrictEqual([
      200,
      {
        user: { id: ada.id, email: ada.email, name: 'Ada' },
        organization: { id: ada.organizationId, name: "Ada's organization", slug: expect.any(String) },
        accessToken: expect.any(String),
        tokenType: 'Bearer',
        expiresIn: 900,
      },
    ]);
    expect(response.headers.get('set-cookie')).toMatch(
      /^pinbound_session=[\w-]{43}; Path=\/auth\/session; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await me(response.body.accessToken)).status).toBe(200);
  });

  test('continues a session that another operation has opened', async () => {
    const response = await post('start', { body: { refreshToken: ada.refreshToken } });
    expect(response.status).toBe(200);
    expect(response.body).not.toHaveProperty('refreshToken');
    expect((await post('refresh', { cookie: cookieOf(response) })).status).toBe(200);
    expect(await sessions()).toHaveLength(1);
  });

  test.each<[unknown, number, string | RegExp]>([
    [{ email: 'nobody@example.com', password: PASSWORD }, 401, 'The e-mail address or the password is wrong'],
    [{ refreshToken: 'x' }, 401, INVALID],
    [{}, 400, 'email: is required; password: is required'],
    [{ email: 1, password: [] }, 400, /^email: .*; password: /],
    ['{"email":', 400, /JSON/],
  ])('rejects %o with %i', async (body, status, message) => {
    const response = await post('start', { body });
    expect(response.body).toEqual(errorBody(status, expect.stringMatching(message)));
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('rejects a form, which a page of another origin could send', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await post('start', { body: 'email=a&password=b', headers: form });
    expect(body).toEqual(errorBody(400, expect.stringContaining('expected application/json')));
  });

  test('counts wrong passwords like a login', async () => {
    const wrong = { body: { email: ada.email, password: 'wrong password' } };
    for (let attempt = 0; attempt < 10; attempt++) expect((await post('start', wrong)).status).toBe(401);
    expect((await start()).status).toBe(429);
  });
});

describe('POST /auth/session/refresh', () => {
  test('exchanges the cookie for an access token and a new cookie', async () => {
    const first = await start();
    const second = await post('refresh', { cookie: `theme=dark; ${cookieOf(first)}` });
    expect(second.status).toBe(200);
    expect(Object.keys(second.body).sort()).toEqual(Object.keys(first.body).sort());
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    expect((await me(second.body.accessToken)).status).toBe(200);
  });

  test('serves tabs that refresh at the same time, and keeps one session', async () => {
    const cookie = cookieOf(await start());
    const responses = await Promise.all(Array.from({ length: 20 }, () => post('refresh', { cookie })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await sessions()).toHaveLength(2);
    const [last] = responses.slice(-1);
    if (last) expect((await post('refresh', { cookie: cookieOf(last) })).status).toBe(200);
  });

  test('ends the session when a stolen cookie is replayed, and deletes the cookie', async () => {
    const stolen = cookieOf(await start());
    const owned = cookieOf(await post('refresh', { cookie: stolen }));
    await age(11);
    const replayed = await post('refresh', { cookie: stolen });
    expect([replayed.status, replayed.body]).toEqual([401, NO_SESSION]);
    const ended = await post('refresh', { cookie: owned });
    expect([ended.status, ended.body]).toEqual([401, NO_SESSION]);
    expect(ended.headers.get('set-cookie')).toMatch(/^pinbound_session=; .*Max-Age=0$/);
    expect(cookieOf(ended)).toBe('');
  });

  test.each([undefined, 'pinbound_session=', 'other=1', 'xpinbound_session=1'])(
    'has no session with %o',
    async (cookie) => {
      const { status, body } = await post('refresh', { cookie });
      expect([status, body]).toEqual([401, errorBody(401, 'There is no session; log in')]);
    },
  );
});

describe('POST /auth/session/end', () => {
  test('ends the session and deletes the cookie', async () => {
    const cookie = cookieOf(await start());
    const response = await post('end', { cookie });
    expect([response.status, response.body, cookieOf(response)]).toEqual([200, { loggedOut: true }, '']);
    expect((await post('refresh', { cookie })).status).toBe(401);
  });

  test('deletes the cookie of an ended session', async () => {
    expect((await post('end')).headers.get('set-cookie')).toContain('Max-Age=0');
  });
});

describe('a request from another origin', () => {
  const rejected = [
    ['no origin', ''],
    ['an opaque origin', 'null'],
    ['another origin', 'https://evil.example'],
    ['a longer name', () => `${app.url}.evil.example`],
    ['another port', () => app.url.replace(/\d+$/, '1')],
    ['another scheme', () => app.url.replace('http:', 'https:')],
  ] as const;
  test.each(rejected)('%s is rejected, and exchanges nothing', async (_name, given) => {
    const cookie = cookieOf(await start());
    const origin = typeof given === 'function' ? given() : given;
    for (const name of ['start', 'refresh', 'end']) {
      const body = { email: ada.email, password: PASSWORD };
      const response = await post(name, { origin, cookie, body: name === 'start' ? body : undefined });
      const found = origin === '' ? 'none' : `"${origin}"`;
      expect(response.body).toEqual(
        errorBody(403, expect.stringContaining(`Origin: found ${found}, expected "${app.url}"`)),
      );
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    await age(60);
    expect((await post('refresh', { cookie })).status).toBe(200);
  });

  test('gets no CORS headers, not even for a preflight', async () => {
    const responses = [
      await start(),
      await post('refresh'),
      await post('end'),
      await post('start', { origin: 'https://evil.example' }),
      await rest(app, 'OPTIONS', '/auth/session/refresh', {
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      }),
    ];
    for (const { headers } of responses) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });
});

test('a stolen access token works for 15 minutes, and renews nothing', async () => {
  const session = await start();
  const token: string = session.body.accessToken;
  const startedAt = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(startedAt + 890_000);
    expect((await me(token)).status).toBe(200);
    vi.setSystemTime(startedAt + 901_000);
    expect((await me(token)).body).toEqual(errorBody(401, expect.stringContaining('has expired')));
    const stolen = await post('refresh', { headers: { authorization: `Bearer ${token}` } });
    expect(stolen.body).toEqual(errorBody(401, 'There is no session; log in'));
    // The dashboard itself continues by its cookie.
    expect((await post('refresh', { cookie: cookieOf(session) })).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('a cookie sent to any other endpoint has no effect', async () => {
  const cookie = cookieOf(await start());
  const headers = { cookie, origin: app.url };
  for (const { name, rest: operation } of ROUTED.filter(needsToken)) {
    const path = operation.route.path.replace(':number', '1').replace(/:\w+/g, ada.id);
    const { status, body } = await rest(app, operation.route.method, path, { headers });
    expect([name, status, body.statusCode]).toEqual([name, 401, 401]);
  }
  const query = { query: '{ me { id } }' };
  expect((await rest(app, 'POST', '/graphql', { headers, body: query })).body.errors[0].extensions.code).toBe(
    'UNAUTHENTICATED',
  );
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: query }));
  const [message] = await once(socket, 'message');
  expect(String(message)).toContain('UNAUTHENTICATED');
  socket.close();
  expect((await rest(app, 'POST', '/auth/refresh', { headers, body: {} })).status).toBe(400);
});

test('the cookie of an HTTPS address is sent over HTTPS only', async () => {
  const owner = await registerUser(secured, 'Grace');
  const { headers } = await rest(secured, 'POST', '/auth/session/start', {
    body: { email: owner.email, password: PASSWORD },
    headers: { origin: 'https://feedback.example' },
  });
  expect(headers.get('set-cookie')).toMatch(/^__Secure-pinbound_session=[\w-]{43}; .*; Secure$/);
});
