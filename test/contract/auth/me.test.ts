import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  PASSWORD,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { mailsTo, mailTo } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { refusal } from '../support/call.ts';
import { contentOf } from '../support/database.ts';
import { TIME, UUID } from '../support/response-shapes.ts';
import { giveInvitationToken, giveResetToken } from '../support/world.ts';

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

async function isRefused(answer: Awaited<ReturnType<typeof change>>, status: number, message: string): Promise<void> {
  expect([answer.status, answer.body]).toEqual([status, refusal(status, message)]);
}

describe('PATCH /auth/me: the name', () => {
  test('is another from then on, in one line, without a password', async () => {
    const before = await me();
    const { status, body } = await change({ name: ' Countess\n of   Lovelace ' });
    expect([status, body]).toEqual([200, { ...before, name: 'Countess of Lovelace' }]);
    expect(await me()).toEqual(body);
    expect((await login(ada.email)).body.user.name).toBe('Countess of Lovelace');
    const members = await rest(app, 'GET', `/organizations/${ada.organizationId}/members`, { token: ada.token });
    expect(members.body).toMatchObject([{ name: 'Countess of Lovelace' }]);
  });

  test('of what was written before is that of its day', async () => {
    const { id: projectId } = await createProject(app, ada);
    const before = await createAnnotation(app, ada, projectId);
    await change({ name: 'Countess' });
    const after = await createAnnotation(app, ada, projectId);
    const { body } = await rest(app, 'GET', `/annotations/project/${projectId}`, { token: ada.token });
    expect(body).toEqual([after, before]);
    expect(body.map(({ author }: { author: { name: string } }) => author.name)).toEqual(['Countess', 'Ada']);
  });

  test('neither mails anybody nor stands in the audit trail, nor does the present address again', async () => {
    await change({ name: 'Countess', email: ada.email.toUpperCase() });
    expect([await trail(), await mailsTo(app, ada.email)]).toEqual([[], []]);
    const before = await contentOf(app);
    expect((await change({ name: 'Countess', email: ada.email, currentPassword: 'whatever' })).status).toBe(200);
    expect(await contentOf(app)).toEqual(before);
  });

  test.each([
    [{ name: '' }, 'name: must not be empty'],
    [{ name: '\u0007' }, 'name: must not be empty'],
    [{ name: 'a'.repeat(121) }, 'name: must have at most 120 characters'],
    [
      { name: null, email: null },
      'name: must not be null; leave it out to keep it; email: must not be null; leave it out to keep it',
    ],
  ])('%o is 400', async (body, message) => {
    await isRefused(await change(body), 400, message);
  });

  test('of 120 characters fits', async () => {
    expect((await change({ name: 'a'.repeat(120) })).body.name).toHaveLength(120);
  });
});

describe('PATCH /auth/me: the e-mail address', () => {
  test('is another from then on, in lower case; sessions go on', async () => {
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

  test('needs the password, which is counted as at a login', async () => {
    const before = await contentOf(app);
    await isRefused(await change({ email: newEmail() }), 400, 'email: another address needs currentPassword with it');
    for (let i = 0; i < 10; i += 1) await isRefused(await move(newEmail(), 'wrong'), 400, 'currentPassword: is wrong');
    for (const answer of [await move(newEmail()), await login(ada.email)]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect(await contentOf(app)).toEqual(before);
    expect((await change({ name: 'Countess' })).status).toBe(200);
  });

  test('that has an account is refused as at registration, once the password was right', async () => {
    const other = await registerUser(app);
    const before = await contentOf(app);
    await isRefused(await move(other.email, 'wrong'), 400, 'currentPassword: is wrong');
    await isRefused(await move(other.email.toUpperCase()), 400, 'email: has an account already');
    expect(await contentOf(app)).toEqual(before);
    expect((await trail()).length).toBe(0);
  });

  test.each(['', 'nobody', 'a b@c.example', `${'a'.repeat(243)}@example.com`])('%o is 400', async (email) => {
    expect((await move(email)).body).toEqual(refusal(400, expect.stringMatching(/^email: must /)));
  });

  test('ends mailed password resets; those that are asked for later go to the new one', async () => {
    const token = await giveResetToken(app, ada.id);
    const email = newEmail();
    await move(email);
    expect((await confirm(token)).status).toBe(400);
    for (const address of [ada.email, email]) {
      expect((await rest(app, 'POST', '/auth/password-reset', { body: { email: address } })).status).toBe(202);
    }
    expect(await mailTo(app, email)).toContain('Set a new password');
    expect((await mailsTo(app, ada.email)).join()).not.toContain('Set a new password');
  });

  test('is told to the former one, which does not learn the new', async () => {
    const email = newEmail();
    await move(email);
    const mail = await mailTo(app, ada.email);
    expect(mail).toMatch(/^Subject: The e-mail address of your Pinbound account was changed\r$/m);
    expect(mail).not.toContain(email);
    expect(await mailsTo(app, email)).toEqual([]);
  });

  test('stands in the audit trail of every organization of the account', async () => {
    const stranger = await registerUser(app);
    const { body: accepted } = await rest(app, 'POST', '/invitations/accept', {
      token: ada.token,
      body: { token: await giveInvitationToken(app, ada) },
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
        ip: '127.0.0.1',
        userAgent: expect.any(String),
        createdAt: TIME,
      });
    }
    expect(await trail(stranger.organizationId, stranger)).toEqual([]);
  });

  test('an invitation to the former one cannot be accepted any more', async () => {
    const token = await giveInvitationToken(app, ada);
    await move(newEmail());
    expect((await rest(app, 'POST', '/invitations/accept', { token: ada.token, body: { token } })).status).toBe(403);
  });

  test('a member of any role may have another', async () => {
    const viewer = await registerMember(app, ada.organizationId, 'viewer');
    const email = newEmail();
    expect((await change({ email, currentPassword: PASSWORD }, viewer)).body).toMatchObject({ id: viewer.id, email });
  });
});

describe('at once', () => {
  test('of two accounts that want one address, one gets it', async () => {
    const other = await registerUser(app);
    const email = newEmail();
    const answers = await Promise.all([ada, other].map((user) => change({ email, currentPassword: PASSWORD }, user)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('of many addresses each is told to the one before it', async () => {
    const emails = Array.from({ length: 6 }, newEmail);
    const answers = await Promise.all(emails.map((email) => move(email)));
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
    const entries: { changes: { email: { before: string; after: string } } }[] = await trail();
    const next = new Map(entries.map(({ changes: { email } }) => [email.before, email.after]));
    const chain: string[] = [];
    for (let at = next.get(ada.email); at !== undefined; at = next.get(at)) chain.push(at);
    expect([[...chain].sort(), chain.at(-1)]).toEqual([emails.sort(), (await me()).email]);
  });

  test('a new address and a new slug of an organization do not hold each other up', async () => {
    const path = `/organizations/${ada.organizationId}`;
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        move(newEmail()),
        rest(app, 'PATCH', path, { token: ada.token, body: { slug: `looms-${ada.id}-${round}`.slice(-64) } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('a new password and a new address: whichever was checked with a password that is gone is refused', async () => {
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

  test('a reset that is asked for meanwhile does not outlive the address', async () => {
    const holder = await app.services.pool.connect();
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    try {
      await holder.query('BEGIN');
      await holder.query('UPDATE users SET email = $2 WHERE id = $1', [ada.id, newEmail()]);
      await rest(app, 'POST', '/auth/password-reset', { body: { email: ada.email } });
      await expect.poll(async () => (await app.services.pool.query(waiting)).rowCount).toBe(1);
      await holder.query('COMMIT');
    } finally {
      holder.release();
    }
    await expect.poll(async () => (await app.services.pool.query(waiting)).rowCount).toBe(0);
    const other = await registerUser(app);
    await rest(app, 'POST', '/auth/password-reset', { body: { email: other.email } });
    await mailTo(app, other.email);
    expect(await app.services.db.passwordReset.count({ where: { userId: ada.id } })).toBe(0);
    expect(await mailsTo(app, ada.email)).toEqual([]);
  });
});
