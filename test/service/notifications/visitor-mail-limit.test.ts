import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import type { Mail } from '../../../src/infrastructure/mail/mailer.ts';
import { DAY_MS } from '../../../src/lib/durations.ts';
import { sendVisitorMails } from '../../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { takeMail } from '../../../src/resolvers/platform/mail/mail-allowance.ts';
import { waitUntilRelayed } from '../../contract/support/sql-statements.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const LIMIT = 3;
const owner = useOwner(app);
let project: { id: string; projectKey: string };
let email: string;
let sent: Mail[];
let take: (mail: Mail) => Promise<void>;
let visitors = 0;

beforeAll(async () => {
  project = await createProject(app, owner);
  const environment = { projectId: project.id, name: 'Shop', kind: 'production', url: 'https://shop.example/' };
  await asOwner('POST', '/environments', environment);
  app.services.mail.send = (mail) => (mail.subject.startsWith('Verify') ? Promise.resolve() : take(mail));
});

beforeEach(async () => {
  await app.services.db.visitorMail.deleteMany();
  sent = [];
  take = async (mail) => void sent.push(mail);
  visitors += 1;
  email = `mabel${visitors}@visitors.example`;
});

const asOwner = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });

/** A comment with the address, to which a member replies. */
async function answered(content = 'On its way'): Promise<string> {
  const body = { projectKey: project.projectKey, content: 'Where is it?', url: 'https://shop.example/', email };
  const { id } = (await rest(app, 'POST', '/annotations/public', { body })).body;
  await asOwner('POST', `/annotations/${id}/comments`, { content });
  return id;
}

const answeredOften = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await answered());
  return ids;
};

/** Sends the mails that are due at noon, UTC, so many days later. */
async function sendAtNoon(days: number): Promise<Mail[]> {
  await waitUntilRelayed(app);
  const before = sent.length;
  const noon = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2 + days * DAY_MS;
  await sendVisitorMails(systemContext(app.services), () => new Date(noon));
  return sent.slice(before);
}

const codesIn = ({ text }: Mail) => [...text.matchAll(/pbc_[\w-]{43}/g)].map(([code]) => code);
const records = async () =>
  (await app.services.db.sentMail.findMany({ where: { recipient: email, error: { not: null } } })).map(
    ({ error }) => error?.split(':')[0],
  );

test('an address gets few mails a day, and what is above comes in one mail on the next day', async () => {
  await answeredOften(8);
  expect(await sendAtNoon(0)).toHaveLength(LIMIT);
  expect(await sendAtNoon(0)).toEqual([]);
  expect(await records()).toEqual(Array(5).fill('held back until tomorrow'));
  const [mail, ...others] = await sendAtNoon(1);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Shop \d+: news about 5 of your comments$/);
  expect(mail?.text.match(/> On its way/g)).toHaveLength(5);
  expect(mail && new Set(codesIn(mail)).size).toBe(5);
  expect(await sendAtNoon(2)).toEqual([]);
});

test('what waited in two projects comes in one mail in the name of neither', async () => {
  await answeredOften(5);
  const former = project;
  project = await createProject(app, owner);
  await answeredOften(2);
  project = former;
  await sendAtNoon(0);
  const [mail] = await sendAtNoon(1);
  expect(mail?.subject).toBe('Pinbound: news about 4 of your comments');
  expect(mail?.senderName).toBeUndefined();
  expect(new Set(mail?.text.match(/^Shop \d+(?= #)/gm)).size).toBe(2);
});

test('two workers together do not exceed the limit', async () => {
  await answeredOften(8);
  await Promise.all([sendAtNoon(0), sendAtNoon(0)]);
  expect(sent).toHaveLength(LIMIT);
  await Promise.all([sendAtNoon(1), sendAtNoon(1)]);
  expect(sent).toHaveLength(LIMIT + 1);
  const { pool } = app.services;
  const address = `racing${visitors}@visitors.example`;
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => takeMail(pool, 'comment', address, new Date(), LIMIT)),
  );
  expect(taken.filter(Boolean)).toHaveLength(LIMIT);
});

test('the limit ends once the owner used a link; what waited is sent at once', async () => {
  await answeredOften(5);
  const [mail] = await sendAtNoon(0);
  const [code] = codesIn(mail as Mail);
  expect((await rest(app, 'POST', '/annotations/public/visitor-token', { body: { code } })).status).toBe(201);
  expect(await sendAtNoon(0)).toHaveLength(1);
  await answeredOften(6);
  expect(await sendAtNoon(0)).toHaveLength(6);
});

test('a verified account with the address is exempt', async () => {
  const member = await registerUser(app);
  email = member.email;
  await app.services.db.user.update({ where: { id: member.id }, data: { emailVerifiedAt: new Date() } });
  await answeredOften(5);
  expect(await sendAtNoon(0)).toHaveLength(5);
});

test('a mail that the server did not take does not count', async () => {
  await answeredOften(LIMIT);
  take = () => Promise.reject(new Error('Connection closed unexpectedly'));
  for (let i = 0; i < 3; i += 1) await sendAtNoon(0);
  take = async (mail) => void sent.push(mail);
  await app.services.pool.query('UPDATE visitor_mails SET due_at = now()');
  expect(await sendAtNoon(0)).toHaveLength(LIMIT);
});

test('what waits for more than a week is given up, and administrators see it', async () => {
  await answeredOften(LIMIT + 1);
  await sendAtNoon(0);
  await app.services.pool.query(
    "UPDATE visitor_mails SET held_since = held_since - interval '8 days' WHERE held_for IS NOT NULL",
  );
  const fill = Array.from({ length: LIMIT }, () =>
    takeMail(app.services.pool, 'comment', email, new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS), LIMIT),
  );
  await Promise.all(fill);
  expect(await sendAtNoon(1)).toEqual([]);
  expect((await records()).sort()).toEqual(['given up', 'held back until tomorrow']);
  expect(await sendAtNoon(2)).toEqual([]);
});

test('an erasure keeps the count of the day, and forgets the confirmation', async () => {
  const erase = () => asOwner('POST', `/organizations/${owner.organizationId}/visitors/erasure`, { email });
  const rows = () => app.services.db.mailedAddress.findMany({ where: { confirmedAt: { not: null } } });
  const { pool, db } = app.services;
  await db.mailedAddress.deleteMany();
  await takeMail(pool, 'comment', email, new Date(), LIMIT);
  await erase();
  expect(await db.mailedAddress.count()).toBe(1);
  await db.mailedAddress.updateMany({ data: { confirmedAt: new Date() } });
  expect(await rows()).toHaveLength(1);
  await erase();
  expect(await db.mailedAddress.count()).toBe(0);
});

test('counts of past days are removed, confirmations a year after the last mail', async () => {
  const { db } = app.services;
  await db.mailedAddress.deleteMany();
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await db.mailedAddress.createMany({
    data: [
      { addressHash: 'today', day: ago(0) },
      { addressHash: 'old', day: ago(4) },
      { addressHash: 'confirmed', day: ago(300), confirmedAt: ago(300) },
      { addressHash: 'former', day: ago(400), confirmedAt: ago(400) },
    ],
  });
  await purgeExpired(systemContext(app.services));
  const kept = await db.mailedAddress.findMany({ orderBy: { addressHash: 'asc' } });
  expect(kept.map(({ addressHash }) => addressHash)).toEqual(['confirmed', 'today']);
});
