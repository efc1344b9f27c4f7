import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, registerMember, type TestUser } from '../../support/factories.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

useProject();

let guest: TestUser;
beforeEach(async () => {
  guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
});

const PAGE = 'https://shop.example/cart';

const call = (method: string, path: string, body?: object, token = owner.token, headers = {}) =>
  rest(app, method, path, { token, body, headers });
const reply = (id: string, body: object, token?: string) => call('POST', `/annotations/${id}/comments`, body, token);
const show = (id: string, visibility: string) => call('PUT', `/annotations/${id}/visibility`, { visibility });
const strangers = (path = '') => rest(app, 'GET', `/annotations/project/${project.projectKey}/public${path}`);
const annotate = (values: object = {}) => createAnnotation(app, owner, project.id, values);

describe('a new annotation', () => {
  test.each([undefined, 'public', 'internal'])('with the visibility %s', async (visibility) => {
    const made = await annotate({ visibility });
    expect(made.visibility).toBe(visibility ?? 'public');
    const ids = (await strangers()).body.map(({ id }: { id: string }) => id);
    expect(ids.includes(made.id)).toBe(visibility !== 'internal');
  });

  test('of a guest is public', async () => {
    const body = { projectId: project.id, content: 'Hello', url: PAGE };
    const internal = await call('POST', '/annotations', { ...body, visibility: 'internal' }, guest.token);
    expect(internal).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/guests write public annotations and replies only; omit visibility/) },
    });
    expect((await call('POST', '/annotations', body, guest.token)).body.visibility).toBe('public');
  });
});

describe('a reply', () => {
  test('has the visibility of its parent, or of its annotation', async () => {
    const [open, closed] = [await annotate(), await annotate({ visibility: 'internal' })];
    const first = await reply(open.id, { content: 'Among us', visibility: 'internal' });
    const answers = [
      await reply(open.id, { content: 'For all' }),
      await reply(open.id, { content: 'Among us', parentId: first.body.id }),
      await reply(closed.id, { content: 'Among us' }),
    ];
    expect([first, ...answers].map(({ body }) => body.visibility)).toEqual([
      'internal',
      'public',
      'internal',
      'internal',
    ]);
  });

  test('to an internal text cannot be public', async () => {
    const { id } = await annotate();
    const { body: parent } = await reply(id, { content: 'Among us', visibility: 'internal' });
    const closed = await annotate({ visibility: 'internal' });
    for (const response of [
      await reply(id, { content: 'No', parentId: parent.id, visibility: 'public' }),
      await reply(closed.id, { content: 'No', visibility: 'public' }),
    ]) {
      expect(response).toMatchObject({
        status: 400,
        body: {
          message: 'visibility: a reply to an internal annotation or reply is internal; omit it or send internal',
        },
      });
    }
  });

  test('of a guest is public, and never to an internal reply', async () => {
    const { id } = await annotate();
    const { body: parent } = await reply(id, { content: 'Among us', visibility: 'internal' });
    expect((await reply(id, { content: 'Mine', visibility: 'internal' }, guest.token)).status).toBe(403);
    expect(await reply(id, { content: 'Mine', parentId: parent.id }, guest.token)).toMatchObject({
      status: 400,
      body: { message: 'parentId: must be a comment of the same annotation' },
    });
    expect((await reply(id, { content: 'Mine' }, guest.token)).body.visibility).toBe('public');
  });

  test('stays internal when its annotation becomes public', async () => {
    const { id } = await annotate({ visibility: 'internal' });
    await reply(id, { content: 'Among us' });
    await show(id, 'public');
    const { body } = await call('GET', `/annotations/${id}`, undefined, guest.token);
    expect(body).toMatchObject({ visibility: 'public', commentCount: 0 });
  });

  test('keeps its visibility while the annotation is internal', async () => {
    const { id } = await annotate();
    await reply(id, { content: 'For all' });
    await show(id, 'internal');
    await show(id, 'public');
    const { body } = await call('GET', `/annotations/${id}/comments`, undefined, guest.token);
    expect(body).toMatchObject([{ content: 'For all', visibility: 'public' }]);
  });
});

describe('PUT /annotations/:id/visibility', () => {
  test('is recorded in the history, which guests do not see', async () => {
    const { id } = await annotate();
    expect((await show(id, 'internal')).body.visibility).toBe('internal');
    expect((await show(id, 'internal')).body.visibility).toBe('internal');
    await show(id, 'public');
    const history = async (token: string) => (await call('GET', `/annotations/${id}/history`, undefined, token)).body;
    expect(await history(owner.token)).toMatchObject([
      { kind: 'visibility', before: 'internal', after: 'public' },
      { kind: 'visibility', before: 'public', after: 'internal' },
    ]);
    expect(await history(guest.token)).toEqual([]);
  });

  test('requires an editor', async () => {
    const { id } = await annotate();
    const viewer = await registerMember(app, owner.organizationId, 'viewer');
    for (const { token } of [viewer, guest]) {
      expect((await call('PUT', `/annotations/${id}/visibility`, { visibility: 'internal' }, token)).status).toBe(403);
    }
    expect((await show(id, 'secret')).status).toBe(400);
  });
});

test('an idempotency key returns no internal text to a former editor who is a guest now', async () => {
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const { id: internal } = await annotate({ visibility: 'internal' });
  const { id: open } = await annotate();
  const { body: parent } = await reply(open, { content: 'Among us', visibility: 'internal' });
  const create = { projectId: project.id, content: 'Mine', url: PAGE, visibility: 'internal' };
  const requests: [string, object][] = [
    ['/annotations', create],
    [`/annotations/${internal}/comments`, { content: 'Mine' }],
    [`/annotations/${open}/comments`, { content: 'Mine', parentId: parent.id }],
  ];
  const send = async () => {
    const results = requests.map(([path, body], index) =>
      call('POST', path, body, editor.token, { 'idempotency-key': `key-${index}` }),
    );
    return (await Promise.all(results)).map(({ status }) => status);
  };
  expect(await send()).toEqual([201, 201, 201]);
  const membership = { organizationId_userId: { organizationId: owner.organizationId, userId: editor.id } };
  await app.services.db.membership.update({
    where: membership,
    data: { role: 'guest', allProjects: false, projects: { create: [{ projectId: project.id }] } },
  });
  expect(await send()).toEqual([403, 404, 400]);
});

test('results that an earlier version stored for an idempotency key are public', async () => {
  const send = () =>
    call('POST', '/annotations', { projectId: project.id, content: 'Old', url: PAGE }, owner.token, {
      'idempotency-key': 'stored by an earlier version',
    });
  const { body } = await send();
  await app.services.pool.query(
    `UPDATE idempotency_keys SET response = (response::jsonb - 'visibility' - 'internalCommentCount' - 'publicUpdatedAt')::text
      WHERE key = 'stored by an earlier version'`,
  );
  expect((await send()).body).toEqual(body);
});

test('publicAnnotations: none shows third parties nothing; they can still write', async () => {
  const set = (publicAnnotations: string) => call('PATCH', `/projects/${project.id}`, { publicAnnotations });
  await annotate();
  expect((await set('none')).body.publicAnnotations).toBe('none');
  try {
    expect(await strangers()).toMatchObject({ status: 200, body: [] });
    const headers = { 'x-project-key': project.projectKey };
    const made = await rest(app, 'POST', '/annotations/public', { headers, body: { content: 'Hello', url: PAGE } });
    expect(made.status).toBe(201);
    expect((await call('GET', `/annotations/${made.body.id}`, undefined, guest.token)).status).toBe(200);
  } finally {
    await set('all');
  }
  expect((await strangers()).body).not.toEqual([]);
  expect((await set('mine')).status).toBe(400);
});

test('third parties read fingerprints without secrets in addresses', async () => {
  const href = 'https://shop.example/a?access_token=secret-of-a-link';
  const { id } = await annotate();
  const fingerprint = { selector: '#a', traits: { href, other: 'x' } };
  await call('POST', `/annotations/${id}/rebind`, { domFingerprint: fingerprint });
  await app.services.db.annotation.update({ where: { id }, data: { latestFingerprint: fingerprint } });
  const { body } = await strangers();
  const shown = body.find((annotation: { id: string }) => annotation.id === id);
  const redacted = { selector: '#a', traits: { href: href.replace('secret-of-a-link', 'redacted') } };
  expect(shown).toMatchObject({ domFingerprint: redacted, anchor: { fingerprint: redacted } });
  expect(JSON.stringify(body)).not.toContain('secret-of-a-link');
});
