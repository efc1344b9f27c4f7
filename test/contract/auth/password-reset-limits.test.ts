import { expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { registerUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });

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

test('beyond 20 mails to one address the response stays the same and no mail is sent', async () => {
  const { id, email } = await registerUser(app);
  for (let i = 0; i < 21; i++) {
    const { status, body } = await ask(email, `192.0.2.${10 + (i % 5)}`);
    expect([status, body]).toEqual([202, { accepted: true }]);
  }
  const other = await registerUser(app);
  await ask(other.email, '192.0.2.1');
  await expect.poll(() => resetsOf(other.id)).toBe(1);
  await expect.poll(() => resetsOf(id)).toBe(20);
});
