// Inserts 7,000 annotations with their words: the statements for rare and for frequent ones differ.
import { beforeAll, describe, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { sumCounts } from '../../../src/resolvers/core/work-list/sum-counts.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const query = async (text: string, values: unknown[] = []) => (await app.services.pool.query(text, values)).rows;

describe('counts', () => {
  let owner: TestUser;
  let projectId: string;
  beforeAll(async () => {
    owner = await registerUser(app);
    projectId = (await createProject(app, owner)).id;
  });

  const QUERY = `query ($organization: ID!) {
    ${['status', 'assignee', 'priority', 'label', 'project'].map((key) => `${key}: annotationCounts(organizationId: $organization, by: ${key}) { key count }`).join('\n')}
    organizationAnnotations(organizationId: $organization) { totalCount }
  }`;
  const counts = async () => (await graphql(app, QUERY, { organization: owner.organizationId }, owner)).data;
  const put = (id: string, path: string, body: object) =>
    rest(app, 'PUT', `/annotations/${id}/${path}`, { token: owner.token, body });

  test('follow every change, also while they are added up', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await createAnnotation(app, owner, projectId)).id);
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
    const label = async (name: string) =>
      (await rest(app, 'POST', '/labels', { token: owner.token, body: { projectId, name, color: '#000000' } })).body.id;
    const [red, blue] = [await label('Red'), await label('Blue')];
    const changeAll = (of: string[], change: object) =>
      rest(app, 'POST', '/annotations/changes', {
        token: owner.token,
        body: { organizationId: owner.organizationId, ids: of, change },
      });
    await changeAll([first, second, third, fourth], { addLabelIds: [red, blue] });
    const ctx = systemContext(app.services);
    await Promise.all([
      put(first, 'status', { status: 'resolved' }),
      put(second, 'status', { status: 'in_progress' }),
      put(second, 'assign', { assigneeId: owner.id }),
      put(third, 'assign', { assigneeId: owner.id }),
      changeAll([fifth], { priority: 'urgent' }),
      changeAll([third], { removeLabelIds: [blue] }),
      sumCounts(ctx),
      sumCounts(ctx),
    ]);
    await put(third, 'assign', { assigneeId: null });
    await rest(app, 'DELETE', `/annotations/${fourth}`, { token: owner.token });
    const expected = {
      status: [
        { key: 'open', count: 2 },
        { key: 'in_progress', count: 1 },
        { key: 'resolved', count: 1 },
      ],
      assignee: [
        { key: null, count: 3 },
        { key: owner.id, count: 1 },
      ],
      priority: [
        { key: 'normal', count: 3 },
        { key: 'urgent', count: 1 },
      ],
      label: [
        { key: red, count: 3 },
        { key: blue, count: 2 },
      ],
      project: [{ key: projectId, count: 4 }],
      organizationAnnotations: { totalCount: 4 },
    };
    expect(await counts()).toEqual(expected);
    await Promise.all([sumCounts(ctx), sumCounts(ctx)]);
    await sumCounts(ctx);
    expect(await counts()).toEqual(expected);
    const rows = await query('SELECT added, is_sum AS "isSum" FROM annotation_counts WHERE project_id = $1', [
      projectId,
    ]);
    expect(rows).toEqual([...Array(4)].map(() => ({ added: expect.any(Number), isSum: true })));
    const ofLabels = await query(
      'SELECT status, sum(added)::int AS count FROM annotation_label_counts WHERE project_id = $1 GROUP BY 1 ORDER BY 1',
      [projectId],
    );
    expect(ofLabels).toEqual([
      { status: 'open', count: 1 },
      { status: 'in_progress', count: 2 },
      { status: 'resolved', count: 2 },
    ]);
    await query('DELETE FROM annotations WHERE project_id = $1', [projectId]);
    expect(await counts()).toEqual({
      status: [],
      assignee: [],
      priority: [],
      label: [],
      project: [],
      organizationAnnotations: { totalCount: 0 },
    });
  });
});

describe('a list of many', () => {
  const MATCHING = 5_200;
  const NEWER = 2_100;
  let owner: TestUser;
  beforeAll(async () => {
    owner = await registerUser(app);
    const { id: projectId } = await createProject(app, owner);
    await query(
      `INSERT INTO annotations (id, project_id, number, content, url, url_key, metadata, source, created_at, updated_at)
       SELECT gen_random_uuid(), $1, n, CASE WHEN n <= $2 THEN 'frequent' || CASE WHEN n % 2000 = 0 THEN ' rare' ELSE '' END ELSE 'other' END,
              'https://shop.example', 'https://shop.example', '{}', 'api', now() + n * interval '1 second', now()
         FROM generate_series(1, $2::int + $3::int) n`,
      [projectId, MATCHING, NEWER],
    );
    await query(
      `INSERT INTO watchers (annotation_id, membership_id, state)
       SELECT a.id, m.id, 'watching' FROM annotations a JOIN memberships m ON m.user_id = $1 WHERE a.project_id = $2 AND a.number <= $3`,
      [owner.id, projectId, MATCHING],
    );
    await query('ANALYZE annotations; ANALYZE annotation_search; ANALYZE watchers');
  });

  const LIST = `query ($organization: ID!, $filter: AnnotationFilter, $order: AnnotationOrder, $after: String) {
    organizationAnnotations(organizationId: $organization, filter: $filter, orderBy: $order, first: 2, after: $after) {
      nodes { number } pageInfo { hasNextPage endCursor }
    }
  }`;
  /** Numbers of the first two pages. */
  async function pages(filter: object, order: string): Promise<number[]> {
    const page = async (after: string | null) => {
      const variables = { organization: owner.organizationId, filter, order, after };
      return (await graphql(app, LIST, variables, owner)).data.organizationAnnotations;
    };
    const first = await page(null);
    const second = first.pageInfo.hasNextPage ? await page(first.pageInfo.endCursor) : { nodes: [] };
    return [...first.nodes, ...second.nodes].map(({ number }: { number: number }) => number);
  }
  const newest = [0, 1, 2, 3].map((n) => MATCHING - n);

  test.each([
    ['a rare word', { text: 'rare' }, 'newest', [4_000, 2_000]],
    ['a rare word, by priority', { text: 'rare' }, 'priority', [4_000, 2_000]],
    ['a frequent word', { text: 'freq' }, 'oldest', [1, 2, 3, 4]],
    ['a frequent word of old annotations', { text: 'freq' }, 'newest', newest],
    ['a frequent word of old annotations, by priority', { text: 'freq' }, 'priority', newest],
    ['a rare word of watched ones', { text: 'rare', watchedByMe: true }, 'oldest', [2_000, 4_000]],
    ['many watched ones', { watchedByMe: true }, 'newest', newest],
    ['many watched ones, with further conditions', { watchedByMe: true, numbers: [7, 9, 6_000] }, 'newest', [9, 7]],
    ['no unread ones', { unread: true }, 'newest', []],
  ])('has all of %s', async (_, filter, order, numbers) => {
    expect(await pages(filter, order)).toEqual(numbers);
  });
});
