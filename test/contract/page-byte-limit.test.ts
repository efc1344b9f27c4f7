import { expect, test } from 'vitest';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation } from '../support/factories.ts';
import { readAllPages } from './support/read-all-pages.ts';
import { rowsSentFor } from './support/sql-statements.ts';
import { app, owner, project, useProject } from './support/use-project.ts';

/** 30 kB: 70 of them are 2 MiB, the most of a page. */
const LONG = '漢'.repeat(10_000);
const FULL_PAGE = 70;
/** 16 kB. The database stores a few hundred bytes of it. */
const METADATA = { text: '漢'.repeat(5_300) };
const REPLIES = `INSERT INTO comments (id, annotation_id, content, created_at, updated_at)
  SELECT gen_random_uuid(), $1, $2, timestamptz '2026-01-01' + (i / 2) * interval '1 ms', now() FROM generate_series(1, $3::int) i`;
/** Copies of an annotation, each a millisecond newer. */
const COPIES = `INSERT INTO annotations
  SELECT (jsonb_populate_record(a, jsonb_build_object(
    'id', gen_random_uuid(), 'number', a.number + i, 'created_at', a.created_at + i * interval '1 ms'))).*
  FROM annotations a, generate_series(1, $2::int) i WHERE a.id = $1 RETURNING id, number`;
const TOO_LARGE = 'The response would exceed 16 MiB; request fewer items or fewer fields';

useProject();

/** @returns their ids, the newest first */
async function annotate(count: number, body: object): Promise<string[]> {
  const first = await createAnnotation(app, owner, project.id, body);
  const { rows } = await app.services.pool.query<{ id: string; number: number }>(COPIES, [first.id, count - 1]);
  return [...rows.sort((a, b) => b.number - a.number).map(({ id }) => id), first.id];
}

async function reply(count: number): Promise<string> {
  const { id } = await createAnnotation(app, owner, project.id);
  await app.services.pool.query(REPLIES, [id, LONG, count]);
  return id;
}

const ids = (items: { id: string }[]) => items.map(({ id }) => id);
const lengths = (pages: unknown[][]) => pages.map(({ length }) => length);

test('a page of long texts ends early and continues at its cursor, without gap or duplicate', async () => {
  const made = await annotate(FULL_PAGE + 10, { content: LONG });
  for (const path of [`/annotations/project/${project.id}`, `/annotations/project/${project.projectKey}/public`]) {
    const rows = await rowsSentFor(app, () => rest(app, 'GET', `${path}?limit=500`, { token: owner.token }));
    expect(rows).toBeLessThan(FULL_PAGE + 20);
    const pages = await readAllPages(app, path, 500, { token: owner.token });
    expect(ids(pages.flat())).toEqual(made);
    expect(lengths(pages)).toEqual([FULL_PAGE, 10]);
  }
});

test('so does a backward page', async () => {
  const made = await annotate(FULL_PAGE + 10, { content: LONG });
  const document = `query ($id: ID!, $before: String) { annotations(projectId: $id, last: 500, before: $before) {
    nodes { id } pageInfo { hasPreviousPage startCursor } } }`;
  const read = async (before?: string) => {
    const { data } = await graphql(app, document, { id: project.id, before }, { token: owner.token });
    return data.annotations;
  };
  const newest = await read();
  expect([newest.nodes.length, newest.pageInfo.hasPreviousPage]).toEqual([FULL_PAGE, true]);
  const rest = await read(newest.pageInfo.startCursor);
  expect([...ids(rest.nodes), ...ids(newest.nodes)]).toEqual(made);
  expect(rest.pageInfo.hasPreviousPage).toBe(false);
});

test('compressed values count with their uncompressed size', async () => {
  const made = await annotate(140, { metadata: METADATA });
  const pages = await readAllPages(app, `/annotations/project/${project.id}`, 500, { token: owner.token });
  expect(ids(pages.flat())).toEqual(made);
  expect(pages[0]?.length).toBeLessThan(135);
});

test('pages of replies and histories end early too', async () => {
  const id = await reply(150);
  const { rows } = await app.services.pool.query<{ id: string }>(
    'SELECT id FROM comments WHERE annotation_id = $1 ORDER BY created_at, id',
    [id],
  );
  const replies = await readAllPages(app, `/annotations/${id}/comments`, 500, { token: owner.token });
  expect(ids(replies.flat())).toEqual(ids(rows));
  expect(replies[0]).toHaveLength(FULL_PAGE);
  // Each with the text before and after.
  for (let i = 0; i < 50; i += 1) {
    const content = `${LONG.slice(5)}${i}`;
    await rest(app, 'PATCH', `/annotations/${id}`, { token: owner.token, body: { content } });
  }
  const changes = await readAllPages(app, `/annotations/${id}/history`, 500, { token: owner.token });
  expect(changes.flat()).toHaveLength(50);
  expect(changes[0]?.length).toBeLessThan(40);
});

test('threads in a list are rejected if too large for a response, and the database sends no more', async () => {
  for (let i = 0; i < 10; i += 1) await reply(100);
  const path = `/annotations/project/${project.projectKey}/public`;
  let rejected: Awaited<ReturnType<typeof rest>> | undefined;
  const rows = await rowsSentFor(app, async () => {
    rejected = await rest(app, 'GET', path);
  });
  expect([rejected?.status, rejected?.body.message]).toEqual([400, TOO_LARGE]);
  expect(rows).toBeLessThan(620);
  expect((await rest(app, 'GET', `${path}?limit=4`)).body[3].comments).toHaveLength(100);
});

test('aliased lists share the limit of one response', async () => {
  await annotate(FULL_PAGE, { content: LONG });
  const lists = (count: number) =>
    Array.from({ length: count }, (_, i) => `l${i}: annotations(projectId: "${project.id}") { nodes { number } }`);
  const read = (count: number) => graphql(app, `{ ${lists(count).join(' ')} }`, {}, { token: owner.token });
  expect((await read(7)).errors).toBeUndefined();
  expect((await read(9)).errors?.[0]).toMatchObject({ message: TOO_LARGE, extensions: { code: 'BAD_USER_INPUT' } });
});
