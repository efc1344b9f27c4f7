import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { TIME, UUID } from '../support/response-shapes.ts';

const app = useTestApp();
let ada: TestUser;
beforeEach(async () => {
  ada = await registerUser(app, 'Ada');
});

const REFUSED = [401, errorBody(401, 'The refresh token is no longer valid; log in again')];

const refresh = (refreshToken: string) => rest(app, 'POST', '/auth/refresh', { body: { refreshToken } });
const logout = (refreshToken: string) => rest(app, 'POST', '/auth/logout', { body: { refreshToken } });
const sessions = async (headers = {}) => (await rest(app, 'GET', '/auth/sessions', { token: ada.token, headers })).body;
const many = (refreshToken: string) => Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));

async function logIn(userAgent = 'Tests/1'): Promise<string> {
  const body = { email: ada.email, password: PASSWORD };
  return (await rest(app, 'POST', '/auth/login', { body, headers: { 'user-agent': userAgent } })).body.refreshToken;
}

async function expectRefused(refreshToken: string): Promise<void> {
  const { status, body } = await refresh(refreshToken);
  expect([status, body]).toEqual(REFUSED);
}

/** As if the tokens of the user had been spent so long ago. */
const spentAgo = (seconds: number) =>
  app.services.pool.query(
    `UPDATE refresh_tokens SET spent_at = spent_at - $2 * interval '1 second' WHERE user_id = $1`,
    [ada.id, seconds],
  );

describe('POST /auth/refresh', () => {
  test('returns a new pair like a login, in the same session', async () => {
    const { status, body } = await refresh(ada.refreshToken);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      user: { id: ada.id, email: ada.email, name: 'Ada' },
      organization: { id: ada.organizationId, name: "Ada's organization", slug: expect.any(String) },
      accessToken: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      tokenType: 'Bearer',
      expiresIn: 900,
    });
    expect(body.refreshToken).not.toBe(ada.refreshToken);
    expect((await rest(app, 'GET', '/auth/me', { token: body.accessToken })).status).toBe(200);
    expect(await sessions()).toHaveLength(1);
    expect((await refresh(body.refreshToken)).status).toBe(200);
  });

  test('ends only the session of a token spent over 10 seconds ago', async () => {
    const other = await logIn();
    const { body } = await refresh(ada.refreshToken);
    await spentAgo(4);
    expect((await refresh(ada.refreshToken)).status).toBe(200);
    await spentAgo(7);
    await expectRefused(ada.refreshToken);
    await expectRefused(body.refreshToken);
    expect((await refresh(other)).status).toBe(200);
  });

  test('accepts a spent token for 10 seconds until a successor is spent, then ends the session', async () => {
    const { body: first } = await refresh(ada.refreshToken);
    const { body: second } = await refresh(ada.refreshToken);
    const { body: third } = await refresh(first.refreshToken);
    await expectRefused(ada.refreshToken);
    for (const { refreshToken } of [first, second, third]) await expectRefused(refreshToken);
    expect(await sessions()).toEqual([]);
  });

  test('accepts the token of another tab at any time', async () => {
    const { body: first } = await refresh(ada.refreshToken);
    const { body: second } = await refresh(ada.refreshToken);
    await spentAgo(3_600);
    expect((await refresh(first.refreshToken)).status).toBe(200);
    expect((await refresh(second.refreshToken)).status).toBe(200);
    expect((await refresh(first.refreshToken)).status).toBe(200);
  });

  test('returns a pair of the same session for each of 20 concurrent uses and spends the token once', async () => {
    const responses = await many(ada.refreshToken);
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => body.refreshToken)).size).toBe(20);
    expect(await sessions()).toHaveLength(1);
    const spent = await app.services.db.refreshToken.count({ where: { userId: ada.id, spentAt: { not: null } } });
    expect(spent).toBe(1);
    await spentAgo(11);
    expect((await many(ada.refreshToken)).map(({ status }) => status)).toEqual(Array(20).fill(401));
    for (const { body } of responses.slice(0, 3)) await expectRefused(body.refreshToken);
    expect(await sessions()).toEqual([]);
  });

  test('leaves no valid token when concurrent with a logout', async () => {
    const [responses] = await Promise.all([many(ada.refreshToken), logout(ada.refreshToken)]);
    for (const { status, body } of responses) if (status === 200) await expectRefused(body.refreshToken);
  });

  test('returns the same error for an expired, an unknown and an empty token', async () => {
    await app.services.pool.query('UPDATE refresh_tokens SET expires_at = now() WHERE user_id = $1', [ada.id]);
    for (const token of [ada.refreshToken, 'unknown', '', ada.token]) await expectRefused(token);
  });
});

describe('POST /auth/logout', () => {
  test('ends the session, with the first token or the last, and may be repeated', async () => {
    const { body } = await refresh(ada.refreshToken);
    for (const token of [ada.refreshToken, ada.refreshToken, body.refreshToken, 'unknown']) {
      const response = await logout(token);
      expect([response.status, response.body]).toEqual([200, { loggedOut: true }]);
    }
    await expectRefused(body.refreshToken);
    await expectRefused(ada.refreshToken);
  });
});

describe('GET and DELETE /auth/sessions', () => {
  test('list active sessions, newest first, with address and client of the last use', async () => {
    const token = await logIn('Browser/1');
    const [newest, oldest] = await sessions();
    expect(newest).toStrictEqual({
      id: UUID,
      createdAt: TIME,
      lastUsedAt: TIME,
      userAgent: 'Browser/1',
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
    expect(oldest.createdAt < newest.createdAt).toBe(true);
    const headers = { 'user-agent': 'x'.repeat(300) };
    await rest(app, 'POST', '/auth/refresh', { body: { refreshToken: token }, headers });
    const [used] = await sessions();
    expect(used).toMatchObject({ id: newest.id, createdAt: newest.createdAt, userAgent: 'x'.repeat(256) });
    expect(used.lastUsedAt > newest.lastUsedAt).toBe(true);
  });

  test('end a session once, by its owner only', async () => {
    const token = await logIn();
    const [{ id }] = await sessions();
    const end = (by: TestUser) => rest(app, 'DELETE', `/auth/sessions/${id}`, { token: by.token });
    expect((await end(await registerUser(app))).status).toBe(404);
    const { status, body } = await end(ada);
    expect([status, body]).toEqual([200, { id, deleted: true }]);
    expect((await end(ada)).status).toBe(404);
    await expectRefused(token);
    expect((await refresh(ada.refreshToken)).status).toBe(200);
  });

  test('omit expired sessions', async () => {
    await app.services.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [ada.id]);
    expect(await sessions()).toEqual([]);
  });
});
