import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { waitUntilBlocked } from '../../support/blocked-sessions.ts';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  PASSWORD,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { mailsTo, waitForMail } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { databaseContent } from '../support/database-content.ts';
import { TIME, UUID } from '../support/response-shapes.ts';
import { createInvitationToken, createResetToken } from '../support/world.ts';

const app = useTestApp();
let ada: TestUser;
let made = 0;
beforeEach(async () => {
  ada = await registerUser(app);
});

const newEmail = () => `countess-${++made}@example.com`;
const change = (body: object, { token } = ada) => rest(app, 'PATCH', '/auth/me', { token, body });
const move = (email: string, currentPassword = PASSWORD) => change({ email, currentPassword });
const me = async ({ token } = ada) => (await rest(app, 'GET', '/auth/me', { token })).body;
const login = (email: string, password = PASSWORD) => rest(app, 'POST', '/auth/login', { body: { email, password } });
const confirm = (token: string) =>
  rest(app, 'POST', '/auth/password-reset/confirm', { body: { token, password: 'another long password' } });
const trail = async (organizationId = ada.organizationId, { token } = ada) =>
  (await rest(app, 'GET', `/organizations/${organizationId}/audit`, { token })).body;

async function isRefused(response: Awaited<ReturnType<typeof change>>, status: number, message: string): Promise<void> {
  expect([response.status, response.body]).toEqual([status, errorBody(status, message)]);
}

describe('PATCH /auth/me: the name', () => {
  test('changes without a password and is normalized to one line', async () => {
    const before = await me();
    const { status, body } = await change({ name: ' Countess\n of   Lovelace ' });
    expect([status, body]).toEqual([200, { ...before, name: 'Countess of Lovelace' }]);
    expect(await me()).toEqual(body);
    expect((await login(ada.email)).body.user.name).toBe('Countess of Lovelace');
    const members = await rest(app, 'GET', `/organizations/${ada.organizationId}/members`, { token: ada.token });
    expect(members.body).toMatchObject([{ name: 'Countess of Lovelace' }]);
  });

  test('stays unchanged in earlier records', async () => {
    const { id: projectId } = await createProject(app, ada);
    const before = await createAnnotation(app, ada, projectId);
    await change({ name: 'Countess' });
    const after = await createAnnotation(app, ada, projectId);
    const { body } = await rest(app, 'GET', `/annotations/project/${projectId}`, { token: ada.token });
    expect(body).toEqual([after, before]);
    expect(body.map(({ author }: { author: { name: string } }) => author.name)).toEqual(['Countess', 'Ada']);
  });

  test('sends no mail and is not audited, nor is an unchanged address', async () => {
    await change({ name: 'Countess', email: ada.email.toUpperCase() });
    expect([await trail(), await mailsTo(app, ada.email)]).toEqual([[], []]);
    const before = await databaseContent(app);
    expect((await change({ name: 'Countess', email: ada.email, currentPassword: 'whatever' })).status).toBe(200);
    expect(await databaseContent(app)).toEqual(before);
  });

  test.each([
    [{ name: '' }, 'name: must not be empty'],
    [{ name: '\u0007' }, 'name: must not be empty'],
    [{ name: 'a'.repeat(121) }, 'name: must have at most 120 characters'],
    [
      { name: null, email: null },
      'name: must not be null; omit it to keep its value; email: must not be null; omit it to keep its value',
    ],
  ])('rejects %o with 400', async (body, message) => {
    await isRefused(await change(body), 400, message);
  });

  test('may have 120 characters', async () => {
    expect((await change({ name: 'a'.repeat(120) })).body.name).toHaveLength(120);
  });
});

describe('PATCH /auth/me: the e-mail address', () => {
  test('changes, in lower case, and keeps sessions', async () => {
    const email = newEmail();
    const { status, body } = await change({ email: email.toUpperCase(), name: 'Countess', currentPassword: PASSWORD });
    expect([status, body]).toEqual([200, { ...(await me()), email, name: 'Countess' }]);
    expect([(await login(email)).status, (await login(ada.email)).status]).toEqual([200, 401]);
    const refreshed = await rest(app, 'POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
    expect(refreshed.status).toBe(200);
    expect((await registerUserAs(ada.email)).status).toBe(201);
  });

  const registerUserAs = (email: string) =>
    rest(app, 'POST', '/auth/register', { body: { email, password: PASSWORD, name: 'Heir' } });

  test('requires the password, which is limited like a login', async () => {
    const before = await databaseContent(app);
    await isRefused(await change({ email: newEmail() }), 400, 'email: a new address requires currentPassword');
    for (let i = 0; i < 10; i += 1) await isRefused(await move(newEmail(), 'wrong'), 400, 'currentPassword: is wrong');
    for (const response of [await move(newEmail()), await login(ada.email)]) {
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect(await databaseContent(app)).toEqual(before);
    expect((await change({ name: 'Countess' })).status).toBe(200);
  });

  test('is rejected like at registration if it has an account, after the password was verified', async () => {
    const other = await registerUser(app);
    const before = await databaseContent(app);
    await isRefused(await move(other.email, 'wrong'), 400, 'currentPassword: is wrong');
    await isRefused(await move(other.email.toUpperCase()), 400, 'email: already has an account');
    expect(await databaseContent(app)).toEqual(before);
    expect((await trail()).length).toBe(0);
  });

  test.each(['', 'nobody', 'a b@c.example', `${'a'.repeat(243)}@example.com`])('rejects %o with 400', async (email) => {
    expect((await move(email)).body).toEqual(errorBody(400, expect.stringMatching(/^email: must /)));
  });

  test('invalidates mailed password resets; later ones go to the new address', async () => {
    const token = await createResetToken(app, ada.id);
    const email = newEmail();
    await move(email);
    expect((await confirm(token)).status).toBe(400);
    for (const address of [ada.email, email]) {
      expect((await rest(app, 'POST', '/auth/password-reset', { body: { email: address } })).status).toBe(202);
    }
    expect(await waitForMail(app, email)).toContain('Set a new password');
    expect((await mailsTo(app, ada.email)).join()).not.toContain('Set a new password');
  });

  test('notifies the former address without the new one', async () => {
    const email = newEmail();
    await move(email);
    const mail = await waitForMail(app, ada.email);
    expect(mail).toMatch(/^Subject: The e-mail address of your Pinbound account was changed\r$/m);
    expect(mail).not.toContain(email);
    expect(await mailsTo(app, email)).toEqual([]);
  });

  test('is audited in every organization of the account', async () => {
    const outsider = await registerUser(app);
    const { body: accepted } = await rest(app, 'POST', '/invitations/accept', {
      token: ada.token,
      body: { token: await createInvitationToken(app, ada) },
    });
    await app.services.db.membership.updateMany({ where: { userId: ada.id }, data: { role: 'owner' } });
    const email = newEmail();
    await move(email);
    for (const organizationId of [ada.organizationId, accepted.id]) {
      const [entry] = await trail(organizationId);
      expect(entry).toEqual({
        id: UUID,
        action: 'member_email_changed',
        targetType: 'member',
        targetId: UUID,
        targetName: email,
        changes: { email: { before: ada.email, after: email } },
        actorId: ada.id,
        via: null,
        ip: '127.0.0.1',
        userAgent: expect.any(String),
        createdAt: TIME,
      });
    }
    expect(await trail(outsider.organizationId, outsider)).toEqual([]);
  });

  test('invalidates invitations to the former address', async () => {
    const token = await createInvitationToken(app, ada);
    await move(newEmail());
    expect((await rest(app, 'POST', '/invitations/accept', { token: ada.token, body: { token } })).status).toBe(403);
  });

  test('can be changed by a member of any role', async () => {
    const viewer = await registerMember(app, ada.organizationId, 'viewer');
    const email = newEmail();
    expect((await change({ email, currentPassword: PASSWORD }, viewer)).body).toMatchObject({ id: viewer.id, email });
  });
});

describe('concurrent changes', () => {
  test('give an address to one of two accounts', async () => {
    const other = await registerUser(app);
    const email = newEmail();
    const responses = await Promise.all([ada, other].map((user) => change({ email, currentPassword: PASSWORD }, user)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('notify the previous address of each change', async () => {
    const emails = Array.from({ length: 6 }, newEmail);
    const responses = await Promise.all(emails.map((email) => move(email)));
    expect(responses.map(({ status }) => status)).toEqual(emails.map(() => 200));
    const entries: { changes: { email: { before: string; after: string } } }[] = await trail();
    const next = new Map(entries.map(({ changes: { email } }) => [email.before, email.after]));
    const chain: string[] = [];
    for (let at = next.get(ada.email); at !== undefined; at = next.get(at)) chain.push(at);
    expect([[...chain].sort(), chain.at(-1)]).toEqual([emails.sort(), (await me()).email]);
  });

  test('of an address and a slug do not deadlock', async () => {
    const path = `/organizations/${ada.organizationId}`;
    for (let round = 0; round < 10; round += 1) {
      const responses = await Promise.all([
        move(newEmail()),
        rest(app, 'PATCH', path, { token: ada.token, body: { slug: `looms-${ada.id}-${round}`.slice(-64) } }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('of a password and an address reject the one verified with the old password', async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await registerUser(app);
      const email = newEmail();
      const newPassword = 'another long password';
      const [moved, changed] = await Promise.all([
        change({ email, currentPassword: PASSWORD }, user),
        rest(app, 'POST', '/auth/change-password', {
          token: user.token,
          body: { currentPassword: PASSWORD, newPassword },
        }),
      ]);
      expect(changed.status).toBe(200);
      expect([200, 400]).toContain(moved.status);
      expect((await login(moved.status === 200 ? email : user.email, newPassword)).status).toBe(200);
    }
  });

  test('invalidate a password reset requested meanwhile', async () => {
    const insert = 'INSERT INTO password_resets';
    await inTransaction(app.services.pool, async (holder) => {
      await holder.query('UPDATE users SET email = $2 WHERE id = $1', [ada.id, newEmail()]);
      await rest(app, 'POST', '/auth/password-reset', { body: { email: ada.email } });
      await waitUntilBlocked(app, insert);
    });
    await waitUntilBlocked(app, insert, 0);
    const other = await registerUser(app);
    await rest(app, 'POST', '/auth/password-reset', { body: { email: other.email } });
    await waitForMail(app, other.email);
    expect(await app.services.db.passwordReset.count({ where: { userId: ada.id } })).toBe(0);
    expect(await mailsTo(app, ada.email)).toEqual([]);
  });
});
