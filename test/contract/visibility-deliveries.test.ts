import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../src/context.ts';
import type { Mail } from '../../src/infrastructure/mail/mailer.ts';
import { NOTIFICATION_KINDS } from '../../src/resolvers/addons/notifications/kinds.ts';
import { sendNotificationMails } from '../../src/resolvers/addons/notifications/send-notification-mails.ts';
import { sendVisitorMails } from '../../src/resolvers/addons/notifications/send-visitor-mails.ts';
import { PUBLIC_EVENT_TYPES } from '../../src/resolvers/platform/events/event-types.ts';
import { graphql, rest } from '../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { connectTracker, createIntegration, TRACKERS } from '../support/integrations.ts';
import { startDiscordDouble } from '../support/servers/discord-double.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { startSlackDouble } from '../support/servers/slack-double.ts';
import { startTrackerDouble } from '../support/servers/tracker-double.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';
import { MARK, writeMarked } from './support/marked-texts.ts';

// Internal texts have a mark. Everything that is sent to webhooks, integrations, guests and
// visitors is searched for it. Those that may read internal texts find it there, which shows that
// the search can find something. visibility-responses.test.ts searches responses.

const app = useTestApp({ jobs: true });
const VISITOR = 'grace@visitors.example';
const DAYS_MS = 8 * 86_400_000;
let owner: TestUser;
let project: { id: string; projectKey: string };
let receiver: Receiver;
const sent: Mail[] = [];
const members = {} as Record<'guest' | 'guestWithDigest' | 'viewer' | 'viewerWithDigest', TestUser>;
/** Requests that each provider has received, without and with internal texts. */
const received: Record<string, [public_: unknown, all: unknown]> = {};
const doubles: { close(): Promise<void> }[] = [];

const call = async (method: string, path: string, body?: object, { token } = owner) => {
  const response = await rest(app, method, path, { token, body });
  expect(response.status).toBeLessThan(300);
  return response.body;
};

async function prefer(member: TestUser, channel: string): Promise<void> {
  await app.services.db.user.update({ where: { id: member.id }, data: { emailVerifiedAt: new Date() } });
  const preferences = NOTIFICATION_KINDS.map((kind) => `{ kind: ${kind}, channel: ${channel} }`).join();
  const mutation = `mutation { updateNotificationSettings(preferences: [${preferences}]) { mails } }`;
  expect((await graphql(app, mutation, {}, { token: member.token })).errors).toBeUndefined();
}

async function connectChannels(includeInternal: boolean): Promise<Record<string, unknown>> {
  const [slack, discord] = [await startSlackDouble(), await startDiscordDouble()];
  doubles.push(slack, discord);
  for (const [provider, { webhookUrl }] of [['slack', slack] as const, ['discord', discord] as const])
    await createIntegration(app, owner, project.id, { provider, webhookUrl, includeInternal });
  const trackers: [string, unknown][] = [];
  for (const kind of TRACKERS) {
    const tracker = await startTrackerDouble(kind);
    doubles.push(tracker);
    await connectTracker(app, owner, project.id, tracker, { includeInternal });
    trackers.push([kind.provider, tracker.issues]);
  }
  return { slack: slack.messages, discord: discord.messages, ...Object.fromEntries(trackers) };
}

/** Waits until every event was relayed and every delivery has ended. */
const waitUntilDelivered = () =>
  vi.waitUntil(
    async () => {
      const { rows } = await app.services.pool.query(
        `SELECT EXISTS (SELECT FROM events WHERE relayed_at IS NULL)
             OR EXISTS (SELECT FROM webhook_deliveries WHERE state = 'pending') AS "isBusy"`,
      );
      return !rows[0].isBusy;
    },
    { timeout: 100_000, interval: 200 },
  );

beforeAll(async () => {
  app.services.mail.send = async (mail) => void sent.push(mail);
  receiver = await startReceiver();
  owner = await registerUser(app);
  project = await createProject(app, owner);
  for (const path of ['public', 'all']) {
    const events = [...PUBLIC_EVENT_TYPES];
    const { id } = await createWebhook(app, owner, { url: `${receiver.url}/${path}`, events });
    if (path === 'all') await call('PATCH', `/v1/webhooks/${id}`, { includeInternal: true });
  }
  const [outside, inside] = [await connectChannels(false), await connectChannels(true)];
  for (const provider of Object.keys(outside)) received[provider] = [outside[provider], inside[provider]];
  const { organizationId } = owner;
  members.guest = await registerMember(app, organizationId, 'guest', [project.id]);
  members.guestWithDigest = await registerMember(app, organizationId, 'guest', [project.id]);
  members.viewer = await registerMember(app, organizationId, 'viewer');
  members.viewerWithDigest = await registerMember(app, organizationId, 'viewer');
  for (const [name, member] of Object.entries(members))
    await prefer(member, name.endsWith('Digest') ? 'weekly_digest' : 'mail');

  const { projectKey } = project;
  const body = { projectKey, content: 'Where is it?', url: 'https://shop.example/cart', email: VISITOR };
  const { status, body: annotation } = await rest(app, 'POST', '/annotations/public', { body });
  expect(status).toBe(201);
  for (const member of Object.values(members))
    await call('PUT', `/annotations/${annotation.id}/watch`, { state: 'watching' }, member);
  const editor = await registerMember(app, organizationId, 'editor');
  // It may be sent before its annotation is hidden.
  const wasPublic = 'Public as long as its annotation was';
  await writeMarked(app, { editor, project, annotation, assignee: members.viewer, wasPublic });
  const mentions = Object.values(members).map(({ id }) => id);
  await call('POST', `/annotations/${annotation.id}/comments`, { content: 'Found in public', mentions }, editor);
  await call('PUT', `/annotations/${annotation.id}/status`, { status: 'resolved' }, editor);
  await waitUntilDelivered();
  const later = () => new Date(Date.now() + DAYS_MS);
  await sendNotificationMails(systemContext(app.services), later);
  await sendVisitorMails(systemContext(app.services), later);
}, 120_000);

afterAll(async () => {
  await receiver.close();
  for (const double of doubles) await double.close();
});

const postedTo = (path: string) =>
  receiver.requests.filter((request) => request.path === path).map(({ body }) => body.toString());
const mailsTo = (email: string) => sent.filter(({ to, subject }) => to === email && !subject.startsWith('Verify'));

test('a webhook gets no internal text unless it includes them', () => {
  expect(postedTo('/public').join()).not.toContain(MARK);
  expect(postedTo('/public').join()).toContain('Found in public');
  expect(postedTo('/all').join()).toContain(MARK);
});

describe('an integration gets no internal text unless it includes them', () => {
  test.each(['slack', 'discord', ...TRACKERS.map(({ provider }) => provider)])('%s', (provider) => {
    // Discord's messages escape hyphens.
    const [outside, inside] = (received[provider] ?? []).map((each) => JSON.stringify(each).replaceAll('\\', ''));
    expect(outside).not.toContain(MARK);
    expect(outside).toContain('Found in public');
    expect(inside).toContain(MARK);
  });
});

describe('a mail has no internal text', () => {
  test.each(['guest', 'guestWithDigest'] as const)('to a %s', (name) => {
    const mails = mailsTo(members[name].email);
    expect(JSON.stringify(mails)).not.toContain(MARK);
    expect(JSON.stringify(mails)).toContain('Found in public');
  });

  test('to a visitor', () => {
    expect(JSON.stringify(mailsTo(VISITOR))).not.toContain(MARK);
    expect(JSON.stringify(mailsTo(VISITOR))).toContain('Found in public');
  });

  test.each(['viewer', 'viewerWithDigest'] as const)('but to a %s', (name) => {
    expect(JSON.stringify(mailsTo(members[name].email))).toContain(MARK);
  });
});
