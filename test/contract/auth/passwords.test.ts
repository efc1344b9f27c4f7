import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { mailsTo, waitForMail } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { createResetToken } from '../support/world.ts';

const NEW = 'another long password';

const app = useTestApp();
let ada: TestUser;
beforeEach(async () => {
  ada = await registerUser(app, 'Ada <b>');
});

const login = (email: string, password = PASSWORD) => rest(app, 'POST', '/auth/login', { body: { email, password } });
const askReset = (email: string) => rest(app, 'POST', '/auth/password-reset', { body: { email } });
const confirm = (token: string, password = NEW) =>
  rest(app, 'POST', '/auth/password-reset/confirm', { body: { token, password } });
const refresh = (refreshToken: string) => rest(app, 'POST', '/auth/refresh', { body: { refreshToken } });
const change = (body: object) =>
  rest(app, 'POST', '/auth/change-password', {
    token: ada.token,
    body: { currentPassword: PASSWORD, newPassword: NEW, ...body },
  });

const mailDir = () => join(app.dataDir, 'mail');

const WRONG_TOKEN = [400, errorBody(400, 'token: is invalid, used or more than an hour old; request a new mail')];

describe('POST /auth/password-reset', () => {
  test('returns 202 and mails a link, as text and HTML, that sets a password once', async () => {
    const { status, body } = await askReset(ada.email.toUpperCase());
    expect([status, body]).toEqual([202, { accepted: true }]);
    const mail = await waitForMail(app, ada.email);
    expect(mail).toMatch(/^From: Pinbound <pinbound@localhost>\r$/m);
    expect(mail).toMatch(/^Subject: Set a new password for Pinbound\r$/m);
    expect(mail).toContain('Content-Type: multipart/alternative');
    expect(mail).toContain('\r\n\r\nSet a new password for Pinbound\r\n\r\n');
    expect(mail).not.toContain('Ada');
    const tokens = [...mail.matchAll(/\/reset-password#token=([\w-]{43})/g)].map(([, token]) => token);
    expect(mail).toContain(`<a href="${app.url}/reset-password#token=${tokens[0]}"`);
    expect(new Set(tokens).size).toBe(1);
    const [file = ''] = await readdir(mailDir());
    expect((await stat(join(mailDir(), file))).mode & 0o777).toBe(0o600);

    const done = await confirm(tokens[0] ?? '');
    expect([done.status, done.body]).toEqual([200, { changed: true }]);
    expect((await login(ada.email)).status).toBe(401);
    expect((await login(ada.email, NEW)).status).toBe(200);
    const again = await confirm(tokens[0] ?? '');
    expect([again.status, again.body]).toEqual(WRONG_TOKEN);
    await expect
      .poll(async () => (await mailsTo(app, ada.email)).join())
      .toContain('Your Pinbound password was changed');
  });

  test('contains no text chosen by the registered user in the mail', async () => {
    const name = 'you.\n\nYour mailbox is locked. Open this link, once: https://evil.example/x';
    const { email } = await registerUser(app, name);
    await askReset(email);
    const mail = await waitForMail(app, email);
    expect(mail).not.toContain('evil.example');
    expect([...mail.matchAll(/<a href="([^"#]*)/g)].map(([, link]) => link)).toEqual([`${app.url}/reset-password`]);
  });

  test('returns the same response for an unknown address, without a mail', async () => {
    const before = await app.services.db.passwordReset.count();
    const { status, body } = await askReset('nobody@example.com');
    expect([status, body]).toEqual([202, { accepted: true }]);
    await mailOf(await registerUser(app));
    expect(await mailsTo(app, 'nobody@example.com')).toEqual([]);
    expect(await app.services.db.passwordReset.count()).toBe(before + 1);
  });

  test('limits an address, known or not, to 5 requests in 15 minutes', async () => {
    for (const email of [ada.email, 'stranger@example.com']) {
      for (let i = 0; i < 5; i++) expect((await askReset(email)).status).toBe(202);
      const { status, headers } = await askReset(email);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
    }
  });
});

/** Asks for a reset and waits for its mail: those asked for before have been looked at by then. */
async function mailOf({ email }: TestUser): Promise<void> {
  await askReset(email);
  await waitForMail(app, email);
}

describe('POST /auth/password-reset/confirm', () => {
  test('ends every session and every other reset of the user', async () => {
    const [token, other] = [await createResetToken(app, ada.id), await createResetToken(app, ada.id)];
    const { body } = await login(ada.email);
    expect((await confirm(token)).status).toBe(200);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    expect((await refresh(body.refreshToken)).status).toBe(401);
    expect((await confirm(other)).status).toBe(400);
  });

  test('ends every access token of the user; one of a login right afterwards is valid', async () => {
    const me = async (token: string) => (await rest(app, 'GET', '/auth/me', { token })).status;
    const members = async (token: string) =>
      (await rest(app, 'GET', `/organizations/${ada.organizationId}/members`, { token })).status;
    expect([await me(ada.token), await members(ada.token)]).toEqual([200, 200]);
    for (let resets = 0; resets < 2; resets += 1) {
      const before = (await login(ada.email, resets ? NEW : PASSWORD)).body.accessToken;
      expect((await confirm(await createResetToken(app, ada.id))).status).toBe(200);
      const after = (await login(ada.email, NEW)).body;
      for (const old of [ada.token, before]) expect([await me(old), await members(old)]).toEqual([401, 401]);
      expect([await me(after.accessToken), await members(after.accessToken)]).toEqual([200, 200]);
      const refreshed = (await refresh(after.refreshToken)).body.accessToken;
      expect([await me(refreshed), await members(refreshed)]).toEqual([200, 200]);
    }
  });

  test('sets the password in one of 20 concurrent uses', async () => {
    const token = await createResetToken(app, ada.id);
    const passwords = Array.from({ length: 20 }, (_, i) => `a long password ${i}`);
    const responses = await Promise.all(passwords.map((password) => confirm(token, password)));
    const done = passwords.filter((_password, i) => responses[i]?.status === 200);
    expect(done).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(19);
    expect((await login(ada.email, done[0])).status).toBe(200);
  });

  test('sets the password with one of two concurrent tokens', async () => {
    const tokens = [await createResetToken(app, ada.id), await createResetToken(app, ada.id)];
    const responses = await Promise.all(tokens.map((token) => confirm(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('rejects an expired token, and does not consume one for a common password', async () => {
    const token = await createResetToken(app, ada.id);
    expect((await confirm(token, 'password123')).status).toBe(400);
    await app.services.pool.query('UPDATE password_resets SET expires_at = now() WHERE user_id = $1', [ada.id]);
    const { status, body } = await confirm(token);
    expect([status, body]).toEqual(WRONG_TOKEN);
  });
});

describe('POST /auth/change-password', () => {
  test('ends every session but that of the given refresh token', async () => {
    const { body } = await login(ada.email);
    const response = await change({ refreshToken: body.refreshToken });
    expect([response.status, response.body]).toEqual([200, { changed: true }]);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    expect((await refresh(body.refreshToken)).status).toBe(200);
    expect((await login(ada.email, NEW)).status).toBe(200);
  });

  test('ends all without one, and with one of somebody else', async () => {
    const outsider = await registerUser(app);
    expect((await change({ refreshToken: outsider.refreshToken })).status).toBe(200);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    expect((await refresh(outsider.refreshToken)).status).toBe(200);
  });

  test('a wrong current password is 400 and counts as a failed login', async () => {
    for (let i = 0; i < 10; i++) {
      const { status, body } = await change({ currentPassword: 'not the password' });
      expect([status, body]).toEqual([400, errorBody(400, 'currentPassword: is wrong')]);
    }
    expect((await change({})).status).toBe(429);
    expect((await login(ada.email)).status).toBe(429);
  });
});

describe('POST /auth/login', () => {
  test('makes a hash of older parameters anew, for the same password', async () => {
    const passwordHash = await hash(PASSWORD, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 });
    await app.services.db.user.update({ where: { id: ada.id }, data: { passwordHash } });
    expect((await login(ada.email)).status).toBe(200);
    const stored = async () => (await app.services.db.user.findUniqueOrThrow({ where: { id: ada.id } })).passwordHash;
    await expect.poll(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect((await login(ada.email)).status).toBe(200);
  });
});
