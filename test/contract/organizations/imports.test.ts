import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { invitationToken, waitForMail } from '../../support/mails.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';

const app = useTestApp({ jobs: true });
let owner: TestUser;
beforeEach(async () => {
  owner = await registerUser(app);
});

const send = (what: 'projects' | 'members', items: unknown, user = owner, organizationId?: string) =>
  rest(app, 'POST', `/v1/import/${what}`, { token: user.token, body: { [what]: items, organizationId } });
const result = (imported: number, skipped: number, failed: object[] = []) => ({
  data: { imported, skipped, failed, preview: null },
});
const times = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('the organization', () => {
  const own = () => owner.organizationId;
  const callsIn = (query: string, organizationId?: string | null) => [
    rest(app, 'POST', `/v1/import/projects${query}`, {
      token: owner.token,
      body: { organizationId, projects: [{ name: 'Shop', url: 'https://query.example' }] },
    }),
    rest(app, 'POST', `/v1/import/members${query}`, {
      token: owner.token,
      body: { organizationId, members: [{ email: 'query@example.com', role: 'viewer' }] },
    }),
    rest(app, 'POST', `/v1/webhooks${query}`, {
      token: owner.token,
      body: { organizationId, url: 'https://query.example/hook', events: ['comment.created'] },
    }),
  ];
  const made = async (organizationId: string) => [
    await app.services.db.project.count({ where: { organizationId } }),
    await app.services.db.invitation.count({ where: { organizationId } }),
    await app.services.db.webhook.count({ where: { organizationId } }),
  ];

  test('is taken from the query if the body has none', async () => {
    const body = { name: 'Second', slug: `second-${owner.id}` };
    const { body: second } = await rest(app, 'POST', '/organizations', { token: owner.token, body });
    const responses = [
      ...(await Promise.all(callsIn(`?organizationId=${second.id}`))),
      ...(await Promise.all(callsIn(`?organizationId=${second.id}`, null))),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 201]);
    expect(await made(second.id)).toEqual([1, 1, 2]);
    expect(await made(own())).toEqual([0, 0, 0]);
  });

  test('may be in both if equal', async () => {
    const different = callsIn(`?organizationId=${crypto.randomUUID()}`, own());
    for (const { body } of await Promise.all(different)) {
      expect(body).toEqual(errorBody(400, 'organizationId: differs between body and query; send it in one of them'));
    }
    expect(await made(own())).toEqual([0, 0, 0]);
    await Promise.all(callsIn(`?organizationId=${own()}`, own()));
    expect(await made(own())).toEqual([1, 1, 1]);
  });

  test('of a third party is rejected in the query as in the body', async () => {
    const { organizationId } = await registerUser(app);
    const responses = await Promise.all(callsIn(`?organizationId=${organizationId}`));
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    const broken = await Promise.all(callsIn('?organizationId=nope'));
    for (const { body } of broken) expect(body).toEqual(errorBody(400, 'organizationId: must be a UUID'));
  });
});

test.each(['projects', 'members'] as const)('of %s: items that are not objects do not affect others', async (what) => {
  const items = {
    projects: { name: 'Shop', url: 'https://shop.example' },
    members: { email: 'a@b.example', role: 'viewer' },
  };
  const message = 'must be a JSON object';
  const failed = [0, 2, 3, 4].map((index) => ({ index, message }));
  expect((await send(what, [null, items[what], 5, 'x', []])).body).toEqual(result(1, 0, failed));
});

describe('POST /v1/import/projects', () => {
  const projects = () =>
    app.services.db.project.findMany({
      where: { organizationId: owner.organizationId },
      orderBy: { id: 'asc' },
      include: { environments: true },
    });

  test('creates projects with slugs and production environments; invalid items do not affect others', async () => {
    const { status, body } = await send('projects', [
      { name: 'Shop', url: 'https://shop.example' },
      { name: 'Shop', url: 'https://shop2.example/' },
      { name: '', url: 'nowhere' },
      { name: 'Shop again', url: 'HTTPS://SHOP.example:443/#top' },
      { name: 'Šhop!', url: 'https://shop3.example/de/', extra: 1 },
    ]);
    expect(status).toBe(200);
    const problem = 'name: must not be empty; url: must be an http or https URL';
    expect(body).toEqual(result(3, 1, [{ index: 2, message: problem }]));
    const made = await projects();
    expect(made.map(({ name, slug }) => [name, slug])).toEqual([
      ['Shop', 'shop'],
      ['Shop', 'shop-2'],
      ['Šhop!', 'shop-3'],
    ]);
    expect(made.map(({ environments }) => environments.map(({ kind, name, url }) => [kind, name, url]))).toEqual([
      [['production', 'Production', 'https://shop.example']],
      [['production', 'Production', 'https://shop2.example/']],
      [['production', 'Production', 'https://shop3.example/de/']],
    ]);
    const events = await app.services.db.event.findMany({ where: { projectId: { in: made.map(({ id }) => id) } } });
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill('project.created'));
    const audit = await rest(app, 'GET', `/organizations/${owner.organizationId}/audit`, { token: owner.token });
    expect(audit.body.filter(({ action }: { action: string }) => action === 'project_created')).toHaveLength(3);
  });

  test('skips a URL of an existing environment, except of a deleted project', async () => {
    const { id } = await createProject(app, owner);
    const environment = { projectId: id, name: 'Test', url: 'https://test.example', kind: 'staging' };
    await rest(app, 'POST', '/environments', { token: owner.token, body: environment });
    expect((await send('projects', [{ name: 'A', url: 'https://test.example/' }])).body).toEqual(result(0, 1));
    await rest(app, 'DELETE', `/projects/${id}`, { token: owner.token });
    expect((await send('projects', [{ name: 'A', url: 'https://test.example/' }])).body).toEqual(result(1, 0));
  });

  test('accepts 1 000 at a time, repeatedly and concurrently', async () => {
    const items = times(1_000).map((i) => ({ name: `Site ${i % 10}`, url: `https://site-${i}.example` }));
    const [one, two] = await Promise.all([send('projects', items), send('projects', items)]);
    expect(one.body.data.imported + two.body.data.imported).toBe(1_000);
    expect(one.body.data.failed).toEqual([]);
    expect((await send('projects', items)).body).toEqual(result(0, 1_000));
    const made = await projects();
    expect([made.length, new Set(made.map(({ slug }) => slug)).size]).toEqual([1_000, 1_000]);
    expect(made.every(({ environments }) => environments.length === 1)).toBe(true);
    expect((await send('projects', [...items, {}])).body).toEqual(
      errorBody(400, 'projects: must list at most 1000 projects'),
    );
  });

  test('uses the named organization, otherwise the first one of the user', async () => {
    const other = await registerUser(app);
    const { db } = app.services;
    await db.membership.create({
      data: { id: owner.id, organizationId: other.organizationId, userId: owner.id, role: 'admin' },
    });
    const item = [{ name: 'A', url: 'https://a.example' }];
    expect((await send('projects', item, owner, other.organizationId)).body).toEqual(result(1, 0));
    expect((await send('projects', item)).body).toEqual(result(1, 0));
    expect(await db.project.count({ where: { organizationId: other.organizationId } })).toBe(1);
    const editor = await registerMember(app, owner.organizationId, 'editor');
    expect((await send('projects', item, editor, owner.organizationId)).status).toBe(403);
    expect((await send('projects', item, await registerUser(app), owner.organizationId)).status).toBe(404);
  });
});

describe('POST /v1/import/members', () => {
  const invitations = () => app.services.db.invitation.findMany({ where: { organizationId: owner.organizationId } });

  test('invites, skips members and invited addresses, and reports invalid items', async () => {
    const admin = await registerMember(app, owner.organizationId, 'admin');
    const guest = await registerUser(app);
    const items = [
      { email: ` ${guest.email.toUpperCase()}`, role: 'Editor' },
      { email: guest.email, role: 'viewer' },
      { email: owner.email, role: 'viewer' },
      { email: 'nobody', role: 'boss' },
      { email: 'boss@example.com', role: 'owner' },
    ];
    const { status, body } = await send('members', items, admin, owner.organizationId);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ imported: 1, skipped: 2 });
    expect(body.data.failed).toEqual([
      { index: 3, message: expect.stringContaining('email: must be an e-mail address; role: must be one of owner') },
      { index: 4, message: 'Your role is admin; this requires owner. Ask an owner of the organization' },
    ]);
    const events = await app.services.db.event.findMany({ where: { organizationId: owner.organizationId } });
    expect(events.map(({ type, data }) => [type, JSON.parse(data).member.email])).toEqual([
      ['member.invited', guest.email],
    ]);
    const token = invitationToken(await waitForMail(app, guest.email));
    const accepted = await rest(app, 'POST', '/invitations/accept', { token: guest.token, body: { token } });
    expect(accepted.body).toMatchObject({ id: owner.organizationId, role: 'editor' });
    expect((await send('members', items.slice(0, 3))).body).toEqual(result(0, 3));
  });

  test('responds to 1 000 before mailing them; each gets one mail, and none on repetition', async () => {
    const items = times(1_000).map((i) => ({ email: `crowd-${i}@example.com`, role: 'viewer' }));
    const [one, two] = await Promise.all([send('members', items), send('members', items)]);
    expect(one.body.data.imported + two.body.data.imported).toBe(1_000);
    const where = { organizationId: owner.organizationId, mailedAt: null };
    const unsent = () => app.services.db.invitation.count({ where });
    await expect.poll(unsent, { timeout: 200_000, interval: 200 }).toBe(0);
    const sent = await invitations();
    expect(sent.map(({ mailAttempts }) => mailAttempts)).toEqual(Array(1_000).fill(1));
    expect(new Set(sent.map(({ tokenHash }) => tokenHash)).size).toBe(1_000);
    expect((await send('members', items)).body).toEqual(result(0, 1_000));
  });

  test('limits an organization to 2 000 invitations per day; excess items are reported and can be sent later', async () => {
    for (let i = 0; i < 1_999; i++)
      await app.services.rateLimitStore.increment(`invitations:${owner.organizationId}`, 86_400_000);
    const items = times(2).map((i) => ({ email: `late-${i}-${owner.email}`, role: 'viewer' }));
    const { body } = await send('members', items);
    expect(body.data).toMatchObject({ imported: 1, skipped: 0 });
    expect(body.data.failed).toEqual([
      { index: 1, message: expect.stringContaining('Over 2000 invitations of this organization in 24 h; retry in ') },
    ]);
  });

  test('limits a user to 2 000 invitations per day across organizations', async () => {
    for (let i = 0; i < 1_999; i++)
      await app.services.rateLimitStore.increment(`invitations-by:${owner.id}`, 86_400_000);
    const items = times(2).map((i) => ({ email: `by-${i}-${owner.email}`, role: 'viewer' }));
    const { body } = await send('members', items);
    expect(body.data).toMatchObject({ imported: 1, skipped: 0 });
    expect(body.data.failed).toEqual([
      { index: 1, message: expect.stringContaining('Over 2000 invitations of yours in 24 h; retry in ') },
    ]);
  });
});
