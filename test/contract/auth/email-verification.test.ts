// Cost: about 3 s, one service.
import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { mailsTo, verificationMailsTo } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';

const app = useTestApp();
let ada: TestUser;
beforeEach(async () => {
  ada = await registerUser(app, 'Ada');
});

const request = () => rest(app, 'POST', '/auth/email-verification', { token: ada.token });
const confirm = (token: string) => rest(app, 'POST', '/auth/email-verification/confirm', { body: { token } });
const verifiedAt = async () => (await rest(app, 'GET', '/auth/me', { token: ada.token })).body.emailVerifiedAt;

const INVALID = errorBody(
  400,
  'token: is invalid, used, more than a day old, or was sent to an earlier address; request a new mail',
);

/** Tokens that were mailed to an address, oldest first, once there are `count`. */
async function tokensFor(email: string, count = 1): Promise<string[]> {
  await expect.poll(() => verificationMailsTo(app, email)).toHaveLength(count);
  const mails = await verificationMailsTo(app, email);
  return mails.map((mail) => /\/verify-email#token=([\w-]{43})/.exec(mail)?.[1] ?? '');
}

describe('the address of a new account', () => {
  test('is unverified until the mailed token is confirmed, once', async () => {
    expect(await verifiedAt()).toBeNull();
    const [token = ''] = await tokensFor(ada.email);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(responses.find(({ status }) => status === 200)?.body).toEqual({ verified: true });
    expect((await confirm(token)).body).toEqual(INVALID);
    expect(Date.parse(await verifiedAt())).toBeGreaterThan(Date.now() - 60_000);
  });

  test('is not verified by an old or unknown token', async () => {
    const [token = ''] = await tokensFor(ada.email);
    await app.services.pool.query('UPDATE email_verifications SET expires_at = now() WHERE user_id = $1', [ada.id]);
    for (const invalid of [token, '', 'x']) expect((await confirm(invalid)).body).toEqual(INVALID);
    expect(await verifiedAt()).toBeNull();
  });

  test('is verified by a used password reset', async () => {
    await rest(app, 'POST', '/auth/password-reset', { body: { email: ada.email } });
    const find = async () => /\/reset-password#token=([\w-]{43})/.exec((await mailsTo(app, ada.email)).join())?.[1];
    await expect.poll(find).toBeTruthy();
    const body = { token: await find(), password: PASSWORD };
    expect((await rest(app, 'POST', '/auth/password-reset/confirm', { body })).status).toBe(200);
    const { emailVerifiedAt } = await app.services.db.user.findUniqueOrThrow({ where: { id: ada.id } });
    expect(emailVerifiedAt).not.toBeNull();
  });

  test('is verified by the token of an invitation, which causes no mail', async () => {
    const email = `grace-${Date.now()}@example.com`;
    const path = `/organizations/${ada.organizationId}/invitations`;
    await rest(app, 'POST', path, { token: ada.token, body: { email, role: 'viewer' } });
    const find = async () => /#token=([\w-]{43})/.exec((await mailsTo(app, email)).join())?.[1];
    await expect.poll(find).toBeTruthy();
    const account = { email, password: PASSWORD, name: 'Grace', invitationToken: await find() };
    const { body } = await rest(app, 'POST', '/auth/register', { body: account });
    const me = await rest(app, 'GET', '/auth/me', { token: body.accessToken });
    expect(me.body.emailVerifiedAt).not.toBeNull();
    expect(await verificationMailsTo(app, email)).toEqual([]);
  });

  test('is verified when an account of that address accepts an invitation', async () => {
    const grace = await registerUser(app, 'Grace');
    const path = `/organizations/${grace.organizationId}/invitations`;
    await rest(app, 'POST', path, { token: grace.token, body: { email: ada.email, role: 'viewer' } });
    const find = async () => /accept-invitation#token=([\w-]{43})/.exec((await mailsTo(app, ada.email)).join())?.[1];
    await expect.poll(find).toBeTruthy();
    await rest(app, 'POST', '/invitations/accept', { token: ada.token, body: { token: await find() } });
    expect(await verifiedAt()).not.toBeNull();
  });
});

describe('POST /auth/email-verification', () => {
  test('mails another link; both work', async () => {
    await tokensFor(ada.email);
    const { status, body } = await request();
    expect([status, body]).toEqual([202, { accepted: true }]);
    const [, second = ''] = await tokensFor(ada.email, 2);
    expect((await confirm(second)).status).toBe(200);
  });

  test('rejects a verified address', async () => {
    const [token = ''] = await tokensFor(ada.email);
    await confirm(token);
    expect((await request()).body).toEqual(errorBody(400, `email: ${ada.email} is already verified`));
  });

  test('sends three mails a day, with that of the registration', async () => {
    await tokensFor(ada.email);
    for (let count = 0; count < 2; count++) expect((await request()).status).toBe(202);
    const { status, body, headers } = await request();
    expect([status, body.message]).toEqual([429, expect.stringContaining('mails to an unverified address')]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await tokensFor(ada.email, 3);
  });
});

test('a new address is unverified, gets a mail, and is not verified by the token of the old one', async () => {
  const [old = ''] = await tokensFor(ada.email);
  await app.services.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [ada.id]);
  const email = `new-${ada.email}`;
  const body = { email, currentPassword: PASSWORD };
  const changed = await rest(app, 'PATCH', '/auth/me', { token: ada.token, body });
  expect([changed.status, changed.body.emailVerifiedAt]).toEqual([200, null]);
  expect((await confirm(old)).body).toEqual(INVALID);
  const [token = ''] = await tokensFor(email);
  expect((await confirm(token)).status).toBe(200);
  await rest(app, 'PATCH', '/auth/me', { token: ada.token, body: { name: 'Ada Lovelace' } });
  expect(await verifiedAt()).not.toBeNull();
});
