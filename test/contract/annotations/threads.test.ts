import { beforeEach, describe, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation } from '../../support/factories.ts';
import { rowsSentFor } from '../support/sql-statements.ts';
import { app, owner, project, useProject } from '../support/use-project.ts';

/** Many times what any of these answers may carry. */
const LONG = 1_000;
/** Replies of one millisecond, so that their ids decide the order of some. */
const FILL = `INSERT INTO comments (id, annotation_id, content, created_at, updated_at)
  SELECT gen_random_uuid(), $1, 'reply ' || i, timestamptz '2026-01-01' + (i / 2) * interval '1 ms', now()
    FROM generate_series(1, $2::int) i`;
/** Replies of one thread after a given reply. */
const BEHIND = `SELECT reply.id FROM comments reply JOIN comments start ON start.id = $2
  WHERE reply.annotation_id = $1 AND (reply.created_at, reply.id) > (start.created_at, start.id)
  ORDER BY reply.created_at, reply.id LIMIT 3`;
const IN_ORDER = 'SELECT id FROM comments WHERE annotation_id = $1 ORDER BY created_at, id';

useProject();

let threads: string[];

/** Two threads of so many replies, the newest first as lists have them. */
async function makeThreads(length: number): Promise<void> {
  threads = [];
  for (let i = 0; i < 2; i++) {
    const { id } = await createAnnotation(app, owner, project.id);
    await app.services.pool.query(FILL, [id, length]);
    threads.unshift(id);
  }
}

const idsOf = async (thread: string | undefined): Promise<string[]> =>
  (await app.services.pool.query<{ id: string }>(IN_ORDER, [thread])).rows.map(({ id }) => id);
const ids = (nodes: { id: string }[]) => nodes.map(({ id }) => id);

test('the public list reads only the replies it shows, the oldest of each thread', async () => {
  await makeThreads(LONG);
  const path = `/annotations/project/${project.projectKey}/public`;
  let response: { id: string; comments: { id: string }[] }[] = [];
  const rows = await rowsSentFor(app, async () => {
    response = (await rest(app, 'GET', path)).body;
  });
  expect(ids(response)).toEqual(threads);
  for (const { id, comments } of response) expect(ids(comments)).toEqual((await idsOf(id)).slice(0, 100));
  expect(rows).toBeLessThan(2 * 100 + 50);
});

describe('the replies of several annotations', () => {
  const PAGE = 'nodes { id } edges { cursor } pageInfo { hasPreviousPage hasNextPage startCursor endCursor }';
  const read = async (args: string) => {
    const document = `query ($id: ID!) { annotations(projectId: $id, first: 2) { nodes { comments${args} { ${PAGE} } } } }`;
    const { data, errors } = await graphql(app, document, { id: project.id }, { token: owner.token });
    expect(errors).toBeUndefined();
    return data.annotations.nodes.map(({ comments }: { comments: object }) => comments);
  };

  test('read only the rows of their pages', async () => {
    await makeThreads(LONG);
    for (const args of ['(first: 5)', '(last: 5)']) {
      expect(await rowsSentFor(app, () => read(args))).toBeLessThan(50);
    }
    expect(await rowsSentFor(app, () => read(''))).toBeLessThan(2 * 101 + 50);
  });

  describe('paged', () => {
    beforeEach(() => makeThreads(7));

    test('forward', async () => {
      const pages = await read('(first: 3)');
      for (const [i, { nodes, edges, pageInfo }] of pages.entries()) {
        expect(ids(nodes)).toEqual((await idsOf(threads[i])).slice(0, 3));
        const [startCursor, , endCursor] = edges.map(({ cursor }: { cursor: string }) => cursor);
        expect(pageInfo).toEqual({ hasPreviousPage: false, hasNextPage: true, startCursor, endCursor });
      }
    });

    test('backward', async () => {
      for (const [i, { nodes, pageInfo }] of (await read('(last: 3)')).entries()) {
        expect(ids(nodes)).toEqual((await idsOf(threads[i])).slice(-3));
        expect(pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
      }
    });

    test('by the cursor of one thread, which is a time in the others', async () => {
      const [{ pageInfo }] = await read('(first: 3)');
      const order = await idsOf(threads[0]);
      const [next, other] = await read(`(first: 3, after: "${pageInfo.endCursor}")`);
      expect(ids(next.nodes)).toEqual(order.slice(3, 6));
      expect(next.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
      const { rows: behind } = await app.services.pool.query<{ id: string }>(BEHIND, [threads[1], order[2]]);
      expect(ids(other.nodes)).toEqual(ids(behind));
      const [rest] = await read(`(first: 3, after: "${next.pageInfo.endCursor}")`);
      expect(ids(rest.nodes)).toEqual(order.slice(6));
      expect(rest.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
      const [before] = await read(`(last: 2, before: "${next.pageInfo.startCursor}")`);
      expect(ids(before.nodes)).toEqual(order.slice(1, 3));
      expect(before.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
      const [all] = await read(`(before: "${next.pageInfo.startCursor}")`);
      expect(ids(all.nodes)).toEqual(order.slice(0, 3));
    });
  });
});

describe('the replies of an annotation, and of `comments`', () => {
  const PAGE = '{ nodes { id } pageInfo { hasPreviousPage hasNextPage startCursor endCursor } }';
  const ask = async (query: string) =>
    graphql(app, `query ($id: ID!) { ${query} }`, { id: threads[0] }, { token: owner.token });
  const nested = async (args: string) => {
    const { data, errors } = await ask(`annotation(id: $id) { comments${args && `(${args})`} ${PAGE} }`);
    return { page: data?.annotation?.comments, errors };
  };
  const alone = async (args: string) => {
    const { data, errors } = await ask(`comments(id: $id ${args}) ${PAGE}`);
    return { page: data?.comments, errors };
  };

  test('have the same pages and interchangeable cursors', async () => {
    await makeThreads(7);
    const { page: first } = await alone('first: 3');
    const last = (await alone('last: 2')).page;
    const stretches = ['', 'first: 3', `first: 2, after: "${first.pageInfo.endCursor}"`, 'last: 3'];
    stretches.push(`last: 2, before: "${last.pageInfo.startCursor}"`, `before: "${last.pageInfo.startCursor}"`);
    for (const args of stretches) {
      const { page, errors } = await nested(args);
      expect([args, errors]).toEqual([args, undefined]);
      expect([args, page]).toEqual([args, (await alone(args)).page]);
      expect((await alone(`first: 1, after: "${page.pageInfo.startCursor}"`)).errors).toBeUndefined();
    }
  });

  test.each(['first: 0', 'first: 501', 'first: -1', 'last: 0', 'last: 501', 'first: 2, last: 2', 'after: "nonsense"'])(
    'are refused alike: %s',
    async (args) => {
      await makeThreads(1);
      const [inside, outside] = [await nested(args), await alone(args)];
      const reported = (response: typeof inside) =>
        response.errors?.map(({ message, extensions }) => [message, extensions.code]);
      expect(reported(outside)).toEqual([[expect.any(String), 'BAD_USER_INPUT']]);
      expect(reported(inside)).toEqual(reported(outside));
    },
  );
});
