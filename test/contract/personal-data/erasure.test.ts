// Cost: about 4 s, one service.
import { beforeAll, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { PERSONAL_TABLES } from '../../../src/resolvers/addons/personal-data/personal-tables.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { attachFile } from '../../support/attachments.ts';
import { rest } from '../../support/client.ts';
import { createBatch, waitUntilCounted } from '../../support/collection.ts';
import {
  createAnnotation,
  createProject,
  PASSWORD,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { findTablesWith } from '../../support/find-tables-with.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { UNREACHABLE_URL } from '../support/world.ts';

const ELEMENT = { tag: 'b', selector: '#total', xpath: '/html/body/b', text: '12 €', offset: { x: 0.5, y: 0.5 } };
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const AGENT = 'Eveline-Browser/1.0';

const app = useTestApp();
const pool = () => app.services.pool;
const tablesWith = (text: string) => findTablesWith(pool(), text);

interface Export {
  records: { table: string; row: Record<string, unknown>; file?: string }[];
}

async function download(path: string, token: string, body?: object): Promise<Export> {
  const link = await rest(app, 'POST', path, { token, body: body ?? {} });
  expect(link.status).toBe(200);
  expect(Date.parse(link.body.expiresAt)).toBeGreaterThan(Date.now());
  const response = await fetch(link.body.url.replace(/^https?:\/\/[^/]+/, app.url));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="personal-data.json"');
  return (await response.json()) as Export;
}

const tablesOf = ({ records }: Export) => [...new Set(records.map(({ table }) => table))].sort();

/** A visit with a comment of a visitor. */
async function comment(projectKey: string, email: string, sessionId: string): Promise<string> {
  const batch = createBatch(projectKey, { sessionId, userAgent: AGENT });
  expect((await rest(app, 'POST', '/v1/collect', { body: batch })).status).toBe(202);
  const { body } = await rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': projectKey },
    body: {
      content: 'The price is wrong',
      url: 'https://shop.example/cart',
      name: 'Eveline',
      email,
      metadata: { ...ELEMENT, userAgent: AGENT, language: 'en', diagnostics: { picture: PICTURE }, sessionId },
    },
  });
  return body.id;
}

const sessionsOf = async (projectId: string) => {
  const { rows } = await pool().query<{ id: string }>(
    'SELECT session_id AS id FROM collected_batches WHERE project_id = $1 ORDER BY 1',
    [projectId],
  );
  return rows.map(({ id }) => id);
};

async function createView({ token, organizationId }: TestUser, filter: object, name = 'Mine'): Promise<string> {
  const { status, body } = await rest(app, 'POST', '/annotation-views', {
    token,
    headers: { 'idempotency-key': 'view' },
    body: { organizationId, name, filter },
  });
  expect(status).toBe(201);
  return body.id;
}

const audit = async ({ token, organizationId }: TestUser) =>
  (await rest(app, 'GET', `/organizations/${organizationId}/audit`, { token })).body;

describe('a visitor of the projects of an organization', () => {
  let owner: TestUser;
  let stranger: TestUser;
  const read = async (id: string, { token } = owner) => (await rest(app, 'GET', `/annotations/${id}`, { token })).body;
  const visitors = (user: TestUser) => `/organizations/${user.organizationId}/visitors`;
  beforeAll(async () => {
    [owner, stranger] = [await registerUser(app), await registerUser(app)];
  });

  test('is exported and erased there, and nowhere else', async () => {
    const [shop, other] = [await createProject(app, owner), await createProject(app, stranger)];
    const eve = await comment(shop.projectKey, 'Eve@Example.com', 'visit-eve');
    const bob = await comment(shop.projectKey, 'bob@example.com', 'visit-bob');
    const elsewhere = await comment(other.projectKey, 'eve@example.com', 'visit-eve');
    const before = { bob: await read(bob), elsewhere: await read(elsewhere, stranger) };
    const invitation = { email: 'eve@example.com', role: 'viewer' };
    const { token } = owner;
    await createWebhook(app, owner, { url: UNREACHABLE_URL, events: ['member.invited'] });
    await rest(app, 'POST', `/organizations/${owner.organizationId}/invitations`, { token, body: invitation });
    await expect.poll(() => tablesWith('eve@example.com')).toContain('webhook_deliveries');

    const filter = { visitorEmail: 'Eve@Example.com', unassigned: true };
    const [view] = [await createView(owner, filter), await createView(stranger, filter)];

    const exported = await download(`${visitors(owner)}/export`, token, { email: 'EVE@example.com' });
    expect(tablesOf(exported)).toEqual(['annotations', 'collected_batches', 'events', 'invitations']);
    expect(exported.records.filter(({ table }) => table === 'annotations').map(({ row }) => row.id)).toEqual([eve]);
    expect(JSON.stringify(exported)).not.toContain('bob');
    const [picture] = exported.records.flatMap(({ file }) => file ?? []);
    expect((await fetch(picture ?? '')).headers.get('content-type')).toBe('image/webp');

    const erased = await rest(app, 'POST', `${visitors(owner)}/erasure`, { token, body: { email: 'EVE@example.com' } });
    expect(erased).toMatchObject({ status: 200, body: { annotations: 1, comments: 0 } });
    const after = await read(eve);
    expect(after).toMatchObject({ content: 'The price is wrong', author: { id: null, name: null, email: null } });
    expect(after.metadata).toEqual(ELEMENT);
    expect({ bob: await read(bob), elsewhere: await read(elsewhere, stranger) }).toEqual(before);
    expect([await sessionsOf(shop.id), await sessionsOf(other.id)]).toEqual([['visit-bob'], ['visit-eve']]);
    // The mail log is the installation's; the other organization keeps its own annotation and view.
    const kept = ['annotation_views', 'annotations', 'idempotency_keys', 'sent_mails'];
    expect(await tablesWith('eve@example.com')).toEqual(kept);
    const { body: page } = await rest(app, 'GET', `/annotation-views/organization/${owner.organizationId}`, { token });
    expect(page).toMatchObject([{ id: view, filter: { visitorEmail: 'erased@erased.invalid', unassigned: true } }]);
    expect((await audit(owner)).slice(0, 3)).toMatchObject([
      { action: 'visitor_erased', targetType: 'visitor', targetName: 'erased' },
      { action: 'visitor_exported', targetType: 'visitor', targetName: 'erased' },
      { action: 'invitation_created', targetName: 'erased' },
    ]);
    const { body } = await rest(app, 'POST', `${visitors(owner)}/erasure`, {
      token,
      body: { email: invitation.email },
    });
    expect(body).toEqual({ annotations: 0, comments: 0 });
  });

  test('is not a member: the texts of members keep their authors', async () => {
    const project = await createProject(app, owner);
    const { id } = await createAnnotation(app, owner, project.id);
    await rest(app, 'POST', `${visitors(owner)}/erasure`, { token: owner.token, body: { email: owner.email } });
    expect((await read(id)).author.email).toBe(owner.email);
  });
});

test('a link to an export is valid as it was created, and not for long', async () => {
  const owner = await registerUser(app);
  const { body } = await rest(app, 'POST', '/auth/me/export', { token: owner.token, body: {} });
  const path = new URL(body.url).pathname;
  const { secretBox } = app.services;
  const old = JSON.stringify({
    person: { id: owner.id, login: owner.email, address: null, organizationId: null },
    expiresAt: Date.now() - 1,
  });
  const bad = [
    // Not the last character, some of whose bits do not count.
    `${path.slice(0, -20)}${path.at(-20) === 'A' ? 'B' : 'A'}${path.slice(-19)}`,
    '/personal-data/nothing',
    `${path}.png`,
    `${path}%2Epng`,
    `/personal-data/${secretBox.seal(old, 'export of personal data')}`,
    `/personal-data/${secretBox.seal(old, 'something else')}`,
  ];
  for (const each of bad) {
    expect(await rest(app, 'GET', each)).toMatchObject({
      status: 401,
      body: { message: 'This link is invalid or more than 10 minutes old; request another export' },
    });
  }
});

describe('an account', () => {
  test('is exported and erased from every table', async () => {
    const owner = await registerUser(app);
    const leaver = await registerMember(app, owner.organizationId, 'editor');
    const { db, mail } = app.services;
    await db.user.update({ where: { id: leaver.id }, data: { name: 'Wilhelmina', emailVerifiedAt: new Date() } });
    const email = `wilhelmina-${process.pid}@example.com`;
    const agent = 'Wilhelmina-Browser/1.0';
    const headers = { 'user-agent': agent };
    const project = await createProject(app, owner);
    const change = { token: leaver.token, headers, body: { email, currentPassword: PASSWORD } };
    expect((await rest(app, 'PATCH', '/auth/me', change)).status).toBe(200);
    await db.user.update({ where: { id: leaver.id }, data: { emailVerifiedAt: new Date() } });
    const metadata = { ...ELEMENT, userAgent: agent, sessionId: 'visit-wilhelmina' };
    await rest(app, 'POST', '/v1/collect', {
      body: createBatch(project.projectKey, { sessionId: 'visit-wilhelmina', userAgent: agent }),
    });
    const thread = await createAnnotation(app, leaver, project.id, { metadata });
    await attachFile(app, leaver, { id: thread.id, name: 'Wilhelmina.txt' });
    await rest(app, 'POST', `/annotations/${thread.id}/comments`, {
      token: leaver.token,
      headers: { 'idempotency-key': 'once' },
      body: { content: 'Seen' },
    });
    await rest(app, 'PUT', `/annotations/${thread.id}/assign`, {
      token: leaver.token,
      body: { assigneeId: leaver.id },
    });
    await comment(project.projectKey, email, 'visit-before-the-account');
    await createPersonalToken(app, leaver, { name: 'Wilhelmina' });
    const panel = {
      origin: 'https://shop.example',
      tokenHash: 'of the leaver',
      expiresAt: new Date(Date.now() + 60_000),
    };
    await db.panelSession.create({ data: { id: newId(), userId: leaver.id, projectId: project.id, ...panel } });
    await rest(app, 'POST', '/auth/login', { headers, body: { email, password: PASSWORD } });
    await mail.send({ to: email, subject: 'Hello', text: '', html: '' });
    await pool().query(
      `INSERT INTO queued_mails (id, organization_id, recipient, subject, text, html)
       VALUES (gen_random_uuid(), $1, $2, 'Hello', '', '')`,
      [owner.organizationId, email],
    );
    const identity = { userId: leaver.id, issuer: 'https://id.example', subject: 'Wilhelmina' };
    await db.oidcIdentity.create({ data: { id: newId(), ...identity } });
    await rest(app, 'POST', `/organizations/${leaver.organizationId}/invitations`, {
      token: leaver.token,
      headers,
      body: { email: 'guest@example.com', role: 'viewer' },
    });

    await createView(leaver, { text: 'price' }, 'Wilhelmina');
    await db.notificationSettings.create({ data: { userId: leaver.id, timeZone: 'Europe/Vienna' } });
    const channels = { reply: 'off' };
    await db.projectNotificationSettings.create({ data: { userId: leaver.id, projectId: project.id, channels } });
    await pool().query(
      `WITH e AS (
         INSERT INTO environments (id, project_id, name, kind, url, url_key, updated_at)
         VALUES (gen_random_uuid(), $2, 'Live', 'production', 'https://live.example', 'https://live.example', now()) RETURNING id
       ), d AS (
         INSERT INTO deployments (id, project_id, environment_id, commit, author_id, updated_at)
         SELECT gen_random_uuid(), $2, id, 'f00d', $1, now() FROM e RETURNING id
       ), r AS (
         INSERT INTO deployment_reviews (id, deployment_id, decision, author_id, undone_by_id)
         SELECT gen_random_uuid(), id, 'approved', $1, $1 FROM d
       ), i AS (
         INSERT INTO ignore_rules (id, project_id, selector, reason, author_id) VALUES (gen_random_uuid(), $2, '#ad', 'An ad', $1)
       ), g AS (
         INSERT INTO guards (id, project_id, annotation_id, environment_id, url_key, viewport_width, viewport_height,
           device_scale_factor, reported, accepted, deployment_id, verdict_id, ended_by_id, reason)
         SELECT gen_random_uuid(), $2, $3, id, 'https://live.example', 9, 9, 1, '{}', '{}', id, id, $1, 'Redesigned' FROM e
       ), s AS (
         INSERT INTO snapshots (id, project_id, url, url_key, viewport_width, viewport_height, device_scale_factor, full_page, delay,
           "freeze", status, updated_at)
         VALUES (gen_random_uuid(), $2, 'https://live.example', 'https://live.example', 9, 9, 1, true, 0, false, 'failed', now())
         RETURNING id
       )
       INSERT INTO baselines (id, environment_id, url_key, viewport_width, viewport_height, device_scale_factor, snapshot_id, accepted_by_id)
       SELECT gen_random_uuid(), e.id, 'https://live.example', 9, 9, 1, s.id, $1 FROM e, s`,
      [leaver.id, project.id, thread.id],
    );

    const mails = () => db.sentMail.count({ where: { recipient: { in: [email, leaver.email] } } });
    await expect.poll(mails).toBe(4);
    await waitUntilCounted(app);

    const exported = await download('/auth/me/export', leaver.token);
    const exportable = PERSONAL_TABLES.filter(({ rows }) => rows).map(({ table }) => table);
    const absent = ['events', 'invitations', 'invoices'];
    expect(tablesOf(exported)).toEqual(exportable.filter((table) => !absent.includes(table)).sort());
    expect(JSON.stringify(exported)).not.toMatch(/argon2|token_hash/);
    expect(exported.records.filter(({ table }) => table === 'annotations')).toHaveLength(2);
    const rowOf = (name: string) => exported.records.find(({ table }) => table === name)?.row;
    expect(rowOf('notification_settings')).toMatchObject({ user_id: leaver.id, time_zone: 'Europe/Vienna' });
    expect(rowOf('project_notification_settings')).toEqual({ project_id: project.id, user_id: leaver.id, channels });

    const wrong = { token: leaver.token, body: { currentPassword: 'wrong' } };
    expect((await rest(app, 'POST', '/auth/me/erasure', wrong)).body.message).toBe('currentPassword: is wrong');
    const right = { token: leaver.token, headers, body: { currentPassword: PASSWORD } };
    const erased = await rest(app, 'POST', '/auth/me/erasure', right);
    expect(erased).toMatchObject({ status: 200, body: { annotations: 2, comments: 1 } });
    await purgeExpired({ ...systemContext(app.services) });
    for (const text of [email, leaver.email, 'Wilhelmina', 'visit-wilhelmina']) {
      expect([text, await tablesWith(text)]).toEqual([text, []]);
    }
    const { body } = await rest(app, 'GET', `/annotations/${thread.id}`, { token: owner.token });
    expect(body).toMatchObject({ content: 'The price is wrong', author: { id: null, name: null }, assigneeId: null });
    expect((await audit(owner))[0]).toMatchObject({ action: 'member_erased', actorId: null, ip: 'erased' });
    expect((await rest(app, 'GET', '/auth/me', { token: leaver.token })).status).toBe(401);
    expect(await db.organization.count({ where: { id: leaver.organizationId } })).toBe(0);
  });

  test('is no longer mentioned; the other mentions stay, and do not become texts of it', async () => {
    const owner = await registerUser(app);
    const [leaver, other] = [
      await registerMember(app, owner.organizationId, 'editor'),
      await registerMember(app, owner.organizationId, 'editor'),
    ];
    const project = await createProject(app, owner);
    const { token } = owner;
    const mentions = [other.id, leaver.id];
    const { id } = await createAnnotation(app, owner, project.id, { mentions });
    const body = { content: 'Seen?', mentions };
    expect((await rest(app, 'POST', `/annotations/${id}/comments`, { token, body })).body).toMatchObject({ mentions });
    const call = { token: leaver.token, body: { currentPassword: PASSWORD } };
    expect((await rest(app, 'POST', '/auth/me/erasure', call)).body).toEqual({ annotations: 0, comments: 0 });
    expect((await rest(app, 'GET', `/annotations/${id}`, { token })).body.mentions).toEqual([other.id]);
    const replies = await rest(app, 'GET', `/annotations/${id}/comments`, { token });
    expect(replies.body).toMatchObject([{ content: 'Seen?', mentions: [other.id] }]);
  });

  test('with an unverified address leaves the data of the owner of the address', async () => {
    const owner = await registerUser(app);
    const project = await createProject(app, owner);
    const impostor = await registerUser(app, 'Impostor');
    const feedback = await comment(project.projectKey, impostor.email, 'visit-of-the-owner');
    const exported = await download('/auth/me/export', impostor.token);
    expect(tablesOf(exported)).not.toContain('annotations');
    const call = { token: impostor.token, body: { currentPassword: PASSWORD } };
    expect((await rest(app, 'POST', '/auth/me/erasure', call)).body).toEqual({ annotations: 0, comments: 0 });
    const { body } = await rest(app, 'GET', `/annotations/${feedback}`, { token: owner.token });
    expect(body.author.email).toBe(impostor.email);
  });

  test('that is the last owner needs a successor', async () => {
    const owner = await registerUser(app, 'Ada');
    const { token, organizationId } = owner;
    const successor = await registerMember(app, organizationId, 'viewer');
    const guest = await registerMember(app, organizationId, 'guest', []);
    const erase = (successorId?: string) =>
      rest(app, 'POST', '/auth/me/erasure', { token, body: { currentPassword: PASSWORD, successorId } });
    const message =
      `The account is the last owner of "Ada's organization"; make another member owner, name a member as successorId, ` +
      'or delete the organization';
    for (const id of [undefined, owner.id, guest.id]) {
      expect(await erase(id)).toMatchObject({ status: 400, body: { message } });
    }
    expect((await erase('Bob')).body.message).toBe('successorId: must be a UUID');
    expect((await erase(successor.id)).status).toBe(200);
    const { body } = await rest(app, 'GET', `/organizations/${organizationId}`, { token: successor.token });
    expect(body.role).toBe('owner');
    expect(await audit({ ...successor, organizationId })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'member_role_changed',
          changes: { role: { before: 'viewer', after: 'owner' } },
        }),
      ]),
    );
  });

  test('is exported and erased by an administrator of the installation', async () => {
    const administrator = await registerUser(app, 'Root');
    await pool().query('UPDATE users SET administrator_since = now() WHERE id = $1', [administrator.id]);
    const user = await registerUser(app, 'Grace');
    const path = `/installation/users/${user.id}`;
    const exported = await download(`${path}/export`, administrator.token);
    expect(exported.records.at(-1)).toMatchObject({ table: 'users', row: { email: user.email } });
    expect((await audit(user))[0]).toMatchObject({ action: 'member_exported' });
    const erase = () => rest(app, 'POST', `${path}/erasure`, { token: administrator.token, body: {} });
    expect((await erase()).status).toBe(200);
    expect((await erase()).status).toBe(404);
    expect((await rest(app, 'GET', '/auth/me', { token: user.token })).status).toBe(401);
  });
});
