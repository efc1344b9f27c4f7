import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import type { Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { sendInvitationMails } from '../../../src/resolvers/core/invitations/send-invitation-mails.ts';
import { takeMail } from '../../../src/resolvers/platform/mail/mail-allowance.ts';
import { rest } from '../../support/client.ts';
import { PASSWORD, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const LIMIT = 3;
const INVITATION = /invited (you )?to .+ on Pinbound$/;
let sent: Mail[] = [];
let owners: TestUser[];
let runs = 0;
let victim: string;

beforeAll(async () => {
  app.services.mail.send = async (mail) => void sent.push(mail);
  owners = [];
  for (let i = 0; i < LIMIT + 2; i += 1) owners.push(await registerUser(app));
});

beforeEach(() => {
  sent = [];
  runs += 1;
  victim = `mabel${runs}@others.example`;
});

const subjectsTo = (address: string) => sent.filter(({ to }) => to === address).map(({ subject }) => subject);
const invitationsTo = (address: string) => subjectsTo(address).filter((subject) => INVITATION.test(subject)).length;
const run = () => sendInvitationMails(systemContext(app.services));
const waiting = () =>
  app.services.db.invitation.count({ where: { email: victim, mailDueAt: { gt: new Date(Date.now() + 1_000) } } });

const invite = ({ token, organizationId }: TestUser, email = victim) =>
  rest(app, 'POST', `/organizations/${organizationId}/invitations`, { token, body: { email, role: 'viewer' } });
async function inviteFromAll(): Promise<void> {
  for (const owner of owners) expect((await invite(owner)).status).toBe(201);
  const handled = async () => {
    await run();
    return invitationsTo(victim) + (await waiting());
  };
  await expect.poll(handled).toBe(owners.length);
}
const tokenTo = (address: string, name: string) =>
  sent
    .filter(({ to, text }) => to === address && text.includes(name))
    .map(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1])
    .at(-1);

test('an address gets the invitations of a day, and the others wait and are recorded', async () => {
  await inviteFromAll();
  expect(invitationsTo(victim)).toBe(LIMIT);
  // A run that an invitation started may record its mail a moment later.
  const held = async () => {
    const records = await app.services.db.sentMail.findMany({ where: { recipient: victim, error: { not: null } } });
    return records.map(({ error }) => error?.split(':')[0]);
  };
  await expect.poll(held).toEqual(Array(2).fill('held back until tomorrow'));
  const due = await app.services.db.invitation.findMany({ where: { email: victim, mailDueAt: { not: null } } });
  for (const { mailDueAt } of due) expect(mailDueAt?.getUTCHours()).toBe(0);
  await app.services.pool.query('UPDATE mailed_addresses SET day = day - 1');
  await app.services.pool.query('UPDATE invitations SET mail_due_at = now() WHERE mail_due_at IS NOT NULL');
  await run();
  expect(invitationsTo(victim)).toBe(owners.length);
});

test('an accepted invitation sends what waits, up to five times as many', async () => {
  await inviteFromAll();
  const account = {
    email: victim,
    password: PASSWORD,
    name: 'Mabel',
    invitationToken: tokenTo(victim, 'accept-invitation'),
  };
  const { body } = await rest(app, 'POST', '/auth/register', { body: account });
  const accept = { token: body.accessToken, body: { token: account.invitationToken } };
  expect((await rest(app, 'POST', '/invitations/accept', accept)).status).toBe(200);
  await run();
  expect(invitationsTo(victim)).toBe(owners.length);
  const taken = [];
  for (let i = 0; i < 5 * LIMIT; i += 1)
    taken.push(await takeMail(app.services.pool, 'invitation', victim, new Date(), LIMIT));
  expect(taken.filter(Boolean)).toHaveLength(5 * LIMIT - owners.length);
});

test.each(['comment', 'invitation', 'account'] as const)(
  'mails of the kind %s use up those of no other kind',
  async (kind) => {
    const take = (of: 'account' | 'comment' | 'invitation') =>
      takeMail(app.services.pool, of, victim, new Date(), LIMIT);
    for (let i = 0; i < LIMIT; i += 1) expect(await take(kind)).toBe(true);
    expect(await take(kind)).toBe(false);
    for (const other of ['comment', 'invitation', 'account'] as const) expect(await take(other)).toBe(other !== kind);
  },
);

test('an account that takes and leaves the address of another person mails it a few times', async () => {
  const stranger = await registerUser(app);
  const move = (email: string) =>
    rest(app, 'PATCH', '/auth/me', { token: stranger.token, body: { email, currentPassword: PASSWORD } });
  for (let i = 0; i < 4; i += 1) {
    expect((await move(victim)).status).toBe(200);
    expect((await move(`elsewhere${runs}-${i}@others.example`)).status).toBe(200);
  }
  await expect.poll(() => subjectsTo(`elsewhere${runs}-3@others.example`).length).toBeGreaterThan(0);
  expect(subjectsTo(victim)).toHaveLength(LIMIT);
});

test('new passwords of an unverified account count as well; those of a verified one are all mailed', async () => {
  const stranger = await registerUser(app);
  const change = () =>
    rest(app, 'POST', '/auth/change-password', {
      token: stranger.token,
      body: { currentPassword: PASSWORD, newPassword: PASSWORD },
    });
  for (let i = 0; i < 5; i += 1) expect((await change()).status).toBe(200);
  await expect.poll(() => subjectsTo(stranger.email).length).toBe(LIMIT);
  await app.services.db.user.update({ where: { id: stranger.id }, data: { emailVerifiedAt: new Date() } });
  for (let i = 0; i < 3; i += 1) expect((await change()).status).toBe(200);
  await expect.poll(() => subjectsTo(stranger.email).length).toBe(2 * LIMIT);
});

test.each([
  ['Locked: log in at http://evil.example/login', 'an organization on Pinbound'],
  ['evil.example/login', 'an organization on Pinbound'],
  ['www.evil.example', 'an organization on Pinbound'],
  ['https：／／evil．example／login', 'an organization on Pinbound'],
  ['shop.example', 'the organization shop.example on Pinbound'],
])('a mail shows no link that a stranger put into a name: %s', async (name, shown) => {
  const stranger = await registerUser(app, name);
  await app.services.db.organization.update({ where: { id: stranger.organizationId }, data: { name } });
  await invite(stranger);
  await expect.poll(() => invitationsTo(victim)).toBe(1);
  const [mail] = sent.filter(({ to }) => to === victim);
  expect(mail?.text).toContain(`invites you to ${shown}, as viewer`);
  if (shown.startsWith('an ')) expect(mail?.text).toMatch(/^An admin \(/m);
  expect(mail?.subject).toBe(
    shown.startsWith('an ')
      ? 'You are invited to an organization on Pinbound'
      : 'shop.example invited you to shop.example on Pinbound',
  );
});
