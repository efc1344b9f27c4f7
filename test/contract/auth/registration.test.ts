import { beforeAll, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { invitationLink, waitForMail } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const REFUSED = { status: 403, body: { message: expect.stringMatching(/^Registration requires an invitation: /) } };

const open = useTestApp();
const closed = useTestApp(() => ({ databaseUrl: open.databaseUrl, env: { REGISTRATION: 'invited' } }));
let owner: TestUser;
beforeAll(async () => {
  owner = await registerUser(open);
});

async function invite(email: string): Promise<string> {
  const path = `/organizations/${owner.organizationId}/invitations`;
  await rest(closed, 'POST', path, { token: owner.token, body: { email, role: 'viewer' } });
  const link = new URL(invitationLink(await waitForMail(closed, email)));
  return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
}
const register = (email: string, invitationToken?: unknown) =>
  rest(closed, 'POST', '/auth/register', { body: { email, password: PASSWORD, name: 'Guest', invitationToken } });

test('REGISTRATION=invited rejects requests without a token, with a wrong one, and with that of another address', async () => {
  expect(await register('stranger@example.com')).toMatchObject(REFUSED);
  expect(await register('stranger@example.com', 'no-such-token')).toMatchObject(REFUSED);
  const token = await invite('friend@example.com');
  expect(await register('stranger@example.com', token)).toMatchObject(REFUSED);
  expect(await register('friend@example.com')).toMatchObject(REFUSED);
});

test('an invitation token permits its address to register, and remains acceptable', async () => {
  const token = await invite('guest@example.com');
  const { status, body } = await register('Guest@Example.com', token);
  expect(status).toBe(201);
  const joined = await rest(closed, 'POST', '/invitations/accept', { token: body.accessToken, body: { token } });
  expect(joined).toMatchObject({ status: 200, body: { id: owner.organizationId, role: 'viewer' } });
  expect(await register('other@example.com', token)).toMatchObject(REFUSED);
});

test('an ended invitation does not permit registration', async () => {
  const token = await invite('late@example.com');
  await closed.services.pool.query(
    `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = 'late@example.com'`,
  );
  expect(await register('late@example.com', token)).toMatchObject(REFUSED);
});
