import { expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser } from '../../support/factories.ts';
import { mailsTo } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1', MAIL_ADDRESS_LIMIT: '8' } });

const ask = (email: string, from: string) =>
  rest(app, 'POST', '/auth/password-reset', { body: { email }, headers: { 'x-forwarded-for': from } });
const resetsOf = (userId: string) => app.services.db.passwordReset.count({ where: { userId } });

test('a third party that exceeds the limit does not block the owner of the account', async () => {
  const { id, email } = await registerUser(app);
  for (let i = 0; i < 5; i++) expect((await ask(email, '2001:db8::1')).status).toBe(202);
  for (const from of ['2001:db8::1', '2001:db8::2']) {
    const { status, headers } = await ask(email, from);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
  }
  await expect.poll(() => resetsOf(id)).toBe(5);
  expect((await ask(email, '192.0.2.1')).status).toBe(202);
  await expect.poll(() => resetsOf(id)).toBe(6);
});

/** Requests from several networks, after which those of another account are handled, too. */
async function askOften(email: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { status, body } = await ask(email, `192.0.2.${10 + (i % 9)}`);
    expect([status, body]).toEqual([202, { accepted: true }]);
  }
  const other = await registerUser(app);
  await ask(other.email, '192.0.2.1');
  await expect.poll(() => resetsOf(other.id)).toBe(1);
}

test('above the mails of a day, an address gets one while it has no valid link, and the response stays the same', async () => {
  const { id, email } = await registerUser(app);
  await askOften(email, 20);
  await expect.poll(() => resetsOf(id)).toBe(8 + 1);
  await app.services.rateLimitStore.reset(`password-reset-spare:${email}`);
  await askOften(email, 10);
  await expect.poll(() => resetsOf(id)).toBe(8 + 2);
});

test('a used link ends the limit', async () => {
  const { id, email } = await registerUser(app);
  await askOften(email, 12);
  const mails = await mailsTo(app, email);
  const [, token] = /#token=([\w-]{43})/.exec(mails.at(-1) ?? '') ?? [];
  const body = { token, password: PASSWORD };
  expect((await rest(app, 'POST', '/auth/password-reset/confirm', { body })).status).toBe(200);
  await askOften(email, 2);
  await expect.poll(() => resetsOf(id)).toBe(2);
});
