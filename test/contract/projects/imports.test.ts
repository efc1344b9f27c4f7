import { beforeEach, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { eventsOf } from '../support/database-content.ts';
import { openEventStream } from '../support/event-stream.ts';

const app = useTestApp();
const owner = useOwner(app);
let projectId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const send = (comments: unknown[], source = 'csv') =>
  rest(app, 'POST', `/v1/projects/${projectId}/import/comments`, { token: owner.token, body: { source, comments } });
const many = (count: number, values: object = {}) =>
  Array.from({ length: count }, (_, i) => ({
    text: `Comment ${i}`,
    page: `https://shop.example/${i % 50}`,
    ...values,
  }));
const result = (imported: number, skipped: number, failed: object[] = []) => ({
  data: { imported, skipped, failed, preview: null },
});
const numbers = async () => {
  const rows = await app.services.db.annotation.findMany({ where: { projectId }, orderBy: { number: 'asc' } });
  return rows.map(({ number }) => number);
};
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('imports all members; invalid items do not affect others', async () => {
  await createAnnotation(app, owner, projectId);
  const environment = { projectId, name: 'Live', url: 'https://shop.example', kind: 'production' };
  const made = await rest(app, 'POST', '/environments', { token: owner.token, body: environment });
  const item = {
    content: 'The logo is blurred',
    url: 'https://shop.example/',
    position_x: 1,
    position_y: 2.5,
    status: 'resolved',
    author: { name: 'Ida', email: 'ida@example.com' },
    createdAt: '2025-03-01T08:00:00.000Z',
    metadata: { selector: '#logo', tag: 'img' },
    externalId: '42',
  };
  const { status, body } = await send([{ text: 'Where?' }, item, { ...item, content: 'Again' }]);
  expect([status, body]).toEqual([200, result(1, 1, [{ index: 0, message: 'url: is required, as text' }])]);
  const list = await rest(app, 'GET', `/annotations/project/${projectId}?status=resolved`, { token: owner.token });
  const { externalId: _id, ...shown } = item;
  expect(list.body).toEqual([
    expect.objectContaining({
      ...shown,
      number: 2,
      author: { id: null, ...item.author },
      source: 'import',
      environmentId: made.body.id,
      domFingerprint: { selector: '#logo' },
    }),
  ]);
});

test('shows visitors only the element of imported metadata', async () => {
  const metadata = {
    selector: '#logo',
    reporter: { email: 'ida@example.com' },
    ip: '203.0.113.7',
    traits: { email: 'a@b.example' },
  };
  await send([{ content: 'Blurred', url: 'https://shop.example/', author: { email: 'ida@example.com' }, metadata }]);
  const { body } = await rest(app, 'GET', `/annotations/project/${projectId}/public`);
  expect(body).toEqual([expect.objectContaining({ metadata: { selector: '#logo', traits: {} } })]);
  expect(JSON.stringify(body)).not.toMatch(/@|203\.0\.113/);
});

test('items that are not objects do not affect others, also over GraphQL', async () => {
  const good = { content: 'Kept', url: 'https://shop.example/' };
  const message = 'must be a JSON object';
  const failed = [1, 2, 3, 4].map((index) => ({ index, message }));
  expect((await send([good, null, 5, 'x', []])).body).toEqual(result(1, 0, failed));
  const query = `mutation ($projectId: ID!, $comments: [ImportItem]!) {
    importComments(projectId: $projectId, source: "csv", comments: $comments) {
      imported skipped failed { index message } preview { index }
    }
  }`;
  const variables = { projectId, comments: [good, null, 5, 'x', []] };
  const { data } = await graphql(app, query, variables, { token: owner.token });
  expect(data.importComments).toEqual(result(0, 1, failed).data);
  const literal = `mutation { importComments(projectId: "${projectId}", source: "csv",
    comments: [null, { content: "Another", url: "https://shop.example/" }, 5]) { imported failed { index } } }`;
  expect((await graphql(app, literal, {}, { token: owner.token })).data.importComments).toEqual({
    imported: 1,
    failed: [{ index: 0 }, { index: 2 }],
  });
});

test('a dry run shows each item as it would be imported, and imports nothing', async () => {
  await send([{ text: 'Known', url: 'https://shop.example/', externalId: 'k' }]);
  const comments = [
    { text: 'New', url: 'shop.example/cart', author: 'Ida <Ida@example.com>', date: 45_418.5, externalId: 'n' },
    { text: 'Known', url: 'https://shop.example/', externalId: 'k' },
    { text: 'When?', url: 'https://shop.example/', date: 20_240_506 },
    { text: 'New again', url: 'https://shop.example/', externalId: 'n' },
  ];
  const { token } = owner;
  const body = { source: 'csv', comments, dryRun: true };
  const dry = await rest(app, 'POST', `/v1/projects/${projectId}/import/comments`, { token, body });
  expect(dry.body.data).toMatchObject({
    imported: 1,
    skipped: 2,
    failed: [{ index: 2, message: expect.stringMatching(/^date: must be a date and time/) }],
    preview: [
      {
        index: 0,
        isNew: true,
        item: {
          content: 'New',
          url: 'https://shop.example/cart',
          author: { name: 'Ida', email: 'ida@example.com' },
          createdAt: '2024-05-06T12:00:00.000Z',
        },
      },
      { index: 1, isNew: false },
      { index: 3, isNew: false },
    ],
  });
  expect(await numbers()).toEqual([1]);
  const { preview: _, ...counts } = dry.body.data;
  expect((await send(comments)).body.data).toEqual({ ...counts, preview: null });
});

test('a dry run of projects and members creates and mails nothing', async () => {
  const { token, organizationId } = owner;
  const before = await app.services.db.project.count({ where: { organizationId } });
  const projects = [{ name: 'Dry', url: 'dry.example' }, { name: 'Again', url: 'https://dry.example/' }, { name: '' }];
  const listed = await rest(app, 'POST', '/v1/import/projects', { token, body: { projects, dryRun: true } });
  expect(listed.body.data).toMatchObject({
    imported: 1,
    skipped: 1,
    failed: [{ index: 2 }],
    preview: [
      { index: 0, isNew: true, item: { name: 'Dry', url: 'https://dry.example' } },
      { index: 1, isNew: false },
    ],
  });
  expect(await app.services.db.project.count({ where: { organizationId } })).toBe(before);
  const members = [{ email: 'Grace <grace@dry.example>', role: 'Viewer' }];
  const invited = await rest(app, 'POST', '/v1/import/members', { token, body: { members, dryRun: true } });
  expect(invited.body.data).toMatchObject({
    imported: 1,
    preview: [{ index: 0, isNew: true, item: { email: 'grace@dry.example', role: 'viewer' } }],
  });
  expect(await app.services.db.invitation.count({ where: { organizationId } })).toBe(0);
});

test('imports 10 000 at once, repeatedly', async () => {
  expect((await send(many(10_000))).body).toEqual(result(10_000, 0));
  expect(await numbers()).toEqual(upTo(10_000));
  expect((await send(many(10_000))).body).toEqual(result(0, 10_000));
  expect((await send(many(3), 'another tool')).body).toEqual(result(3, 0));
  expect((await createAnnotation(app, owner, projectId)).number).toBe(10_004);
});

test('completes when repeated after an interruption', async () => {
  const { pool } = app.services;
  await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut short'; END $$`);
  await pool.query(
    'CREATE TRIGGER t BEFORE INSERT ON annotations FOR EACH ROW WHEN (NEW.number = 1234) EXECUTE FUNCTION fail()',
  );
  expect((await send(many(1_700))).status).toBe(500);
  await pool.query('DROP FUNCTION fail CASCADE');
  expect(await numbers()).toEqual(upTo(1_000));
  expect((await send(many(1_700))).body).toEqual(result(700, 1_000));
  expect(await numbers()).toEqual(upTo(1_700));
});

test('two equal concurrent imports, among new annotations, create each comment once', async () => {
  const pins = Promise.all(upTo(10).map(() => createAnnotation(app, owner, projectId)));
  const responses = await Promise.all([send(many(1_200)), send(many(1_200)), pins]);
  expect(responses[0].body.data.imported + responses[1].body.data.imported).toBe(1_200);
  expect(await numbers()).toEqual(upTo(1_210));
});

test('notifies subscribers once and emits no comment.created', async () => {
  const document = 'subscription ($id: ID!) { annotationChanged(projectId: $id) { kind annotation { number } } }';
  const stream = await openEventStream(app, document, { id: projectId }, owner.token);
  await send(many(700));
  expect(await stream.next()).toEqual({
    data: { annotationChanged: { kind: 'imported', annotation: { number: 700 } } },
  });
  await stream.close();
  const types = (await eventsOf(app, { projectId })).map(({ type }) => type);
  expect(types).toEqual(['project.created', 'annotations.imported']);
});

test('day numbers of a spreadsheet count from the given year', async () => {
  const comments = [{ text: 'Dated', url: 'https://shop.example/', date: 43_956.5 }];
  const path = `/v1/projects/${projectId}/import/comments`;
  const preview = (dateSystem: unknown) =>
    rest(app, 'POST', path, { token: owner.token, body: { source: 'csv', comments, dateSystem, dryRun: true } });
  const dateOf = async (dateSystem?: unknown) => (await preview(dateSystem)).body.data.preview[0].item.createdAt;
  expect(await dateOf(1904)).toBe('2024-05-06T12:00:00.000Z');
  expect(await dateOf(1900)).toBe('2020-05-05T12:00:00.000Z');
  expect(await dateOf()).toBe(await dateOf(1900));
  const { status, body } = await preview(1905);
  expect([status, body.message]).toEqual([400, 'dateSystem: must be 1900 or 1904']);
});
