import { readFileSync } from 'node:fs';
import pg from 'pg';
import { Client } from 'undici';
import type { AnnotationOrder } from '../../src/generated/prisma/client.ts';
import { columnTypes } from '../../src/infrastructure/database/connect-database.ts';
import { labelsOf } from '../../src/resolvers/core/annotations/annotation-labels.ts';
import { assigneeOf } from '../../src/resolvers/core/annotations/assignee-of.ts';
import type { Detail } from '../../src/resolvers/core/annotations/columns.ts';
import { requireProject } from '../../src/resolvers/core/projects/require-project.ts';
import { countAnnotations, countWorkList } from '../../src/resolvers/core/work-list/count-annotations.ts';
import type { CountKey } from '../../src/resolvers/core/work-list/counted-rows.ts';
import { readWorkList, workListOf } from '../../src/resolvers/core/work-list/list-work.ts';
import { MEMBER, type WorkListScope } from '../../src/resolvers/core/work-list/work-list-scope.ts';
import { median, quantile } from '../numbers.ts';
import type { Result } from '../report.ts';
import { bearer, post, type Scenario } from '../scenario.ts';
import { startWorkListService, type WorkListIds } from '../work-list-service.ts';

/** Measured calls of each side, alternately, after WARM_UP calls, which also compile the code. */
const CALLS = 200;
const WARM_UP = 60;
const PAGE = 50;
/** Details that no list of the screens shows, and the service therefore does not read. */
const UNREAD: Detail[] = ['metadata', 'domFingerprint', 'latestFingerprint', 'anchorCandidates'];

/** Operations as the dashboard sends them, which are compiled as trusted ones. */
const OPERATIONS = JSON.parse(readFileSync('clients/dashboard/operations.generated.json', 'utf8')) as string[];
const operation = (name: string): string => {
  const text = OPERATIONS.find((found) => found.startsWith(`query ${name}(`));
  if (text === undefined) throw new Error(`the dashboard has no operation ${name}`);
  return text;
};
const LIST = operation('OrganizationList');
const PROJECT_LIST = operation('AnnotationList');
const COUNTS = operation('Counts');
/** The same list as a script sends it, which is interpreted. */
const THIRD_PARTY = `query WorkList($organizationId: ID!, $filter: AnnotationFilter) {
  organizationAnnotations(organizationId: $organizationId, filter: $filter, first: ${PAGE}) {
    nodes { id number content url status resolution priority dueOn assigneeId commentCount createdAt updatedAt }
    pageInfo { hasNextPage endCursor } } }`;
const TOTAL = `query Total($organizationId: ID!, $filter: AnnotationFilter) {
  organizationAnnotations(organizationId: $organizationId, filter: $filter, first: 1) { totalCount } }`;

type Listed = [name: string, filter: (ids: WorkListIds) => Record<string, unknown>, order?: AnnotationOrder];

/** Lists of the screens of a day: a team's inbox, a person's, a project's board and its reports. */
const LISTS: Listed[] = [
  ['everything, newest', () => ({})],
  ['everything, recently updated', () => ({}), 'recently_updated'],
  ['everything, most urgent', () => ({}), 'priority'],
  ['everything, by due date', () => ({}), 'due'],
  ['open', () => ({ statuses: ['open'] })],
  ['open or in progress, recently updated', () => ({ statuses: ['open', 'in_progress'] }), 'recently_updated'],
  ['open, most urgent', () => ({ statuses: ['open'] }), 'priority'],
  ['urgent and open', () => ({ statuses: ['open'], priorities: ['urgent'] })],
  ['unassigned', () => ({ unassigned: true })],
  ['unassigned, open, oldest', () => ({ unassigned: true, statuses: ['open'] }), 'oldest'],
  ['assigned to a member', ({ member }) => ({ assigneeIds: [member] })],
  ['assigned, in progress', ({ member }) => ({ assigneeIds: [member], statuses: ['in_progress'] })],
  ['assigned, by due date', ({ member }) => ({ assigneeIds: [member] }), 'due'],
  ['overdue', () => ({ dueBefore: '2026-11-25', statuses: ['open', 'in_progress'] }), 'due'],
  ['fixed', () => ({ resolutions: ['fixed'] })],
  ['by visitors', () => ({ source: 'overlay' })],
  ['of one visitor', () => ({ visitorEmail: 'visitor-4711@mail.example' })],
  ['orphaned pins', () => ({ anchorStates: ['orphaned'] })],
  ['with an issue', () => ({ hasIssue: true })],
  ['of the last hours', () => ({ createdAfter: new Date(Date.now() - 6 * 3_600_000).toISOString() })],
  ['changed since', () => ({ updatedAfter: new Date(Date.now() - 3_600_000).toISOString() }), 'recently_updated'],
  ['a project, newest', ({ project }) => ({ projectIds: [project] })],
  ['a project, open', ({ project }) => ({ projectIds: [project], statuses: ['open'] })],
  ['a column of a board', ({ project }) => ({ projectIds: [project], statuses: ['open'] }), 'rank'],
  ['a project, most urgent', ({ project }) => ({ projectIds: [project] }), 'priority'],
  ['a page', ({ project }) => ({ projectIds: [project], pages: ['https://shop.example/page-7'] })],
  ['a label', ({ label }) => ({ labelIds: [label] })],
  ['a label, open, most urgent', ({ label }) => ({ labelIds: [label], statuses: ['open'] }), 'priority'],
  ['five projects, open', ({ projects }) => ({ projectIds: projects, statuses: ['open'] })],
  ['by number', () => ({ text: '#42' })],
  ['mentioning the reader', () => ({ mentionsMe: true })],
  ['watched, recently updated', () => ({ watchedByMe: true }), 'recently_updated'],
  ['unread', () => ({ unread: true })],
];

const SEARCHES: Listed[] = [
  ['search, a rare word', () => ({ text: 'rareword' })],
  ['search, a common word', () => ({ text: 'common' })],
  ['search, two words, open', () => ({ text: 'button check', statuses: ['open'] })],
];

const COUNTED: [name: string, by: CountKey, filter: (ids: WorkListIds) => Record<string, unknown>][] = [
  ['counts by status', 'status', () => ({})],
  ['counts by project', 'project', () => ({})],
  ['counts by assignee', 'assignee', () => ({ statuses: ['open'] })],
  ['counts by priority', 'priority', () => ({})],
  ['counts by label', 'label', () => ({})],
  ['counts by label of open ones', 'label', () => ({ statuses: ['open'] })],
  ['counts by status of a project', 'status', ({ project }) => ({ projectIds: [project] })],
  ['counts by label of a project', 'label', ({ project }) => ({ projectIds: [project] })],
  ['counts by page of a project', 'page', ({ project }) => ({ projectIds: [project] })],
];

/**
 * Measures lists, search, counts and bulk changes over GraphQL beside the same SQL by pg, that of
 * the rights included.
 */
export const workList: Scenario = {
  name: 'worklist',
  async run(bench) {
    const service = await startWorkListService(bench);
    const { organizationId, token, ours, ids } = service;
    const pool = new pg.Pool({ connectionString: service.databaseUrl, types: columnTypes, max: 1 });
    const client = new Client(ours.url);
    try {
      const scope = await scopeOf(pool, organizationId, ids.owner);
      const ask = async (query: string, variables: object) => {
        const { body } = await client.request({
          path: '/graphql',
          method: 'POST',
          headers: { 'content-type': 'application/json', ...bearer(token) },
          body: JSON.stringify({ query, variables: { organizationId, ...variables } }),
        });
        const text = await body.text();
        if (text.includes('"errors"')) throw new Error(text);
      };
      const rights = { ...MEMBER, values: [organizationId, ids.owner] };
      const results: Result[] = [];
      // The first list is measured twice: a new service compiles most of its code meanwhile.
      for (const [name, filterOf, order] of [...LISTS.slice(0, 1), ...LISTS, ...SEARCHES]) {
        const filter = filterOf(ids);
        const statements = await recorded(pool, (ctx) =>
          readList(ctx, workListOf(scope, { filter: withDates(filter), orderBy: order })),
        );
        const aim = SEARCHES.some(([search]) => search === name) ? 'p99 ≤ 100 ms' : 'p99 ≤ 30 ms, ≥ 0.5';
        results.push(
          await measure(
            name,
            aim,
            () => ask(LIST, { filter, orderBy: order, first: PAGE, crops: false }),
            () => replay(pool, [rights, ...statements]),
          ),
        );
      }
      results.shift();
      const inProject = { projectIds: [ids.project], statuses: ['open'] };
      const ofProject = await recorded(pool, (ctx) => readList(ctx, workListOf(scope, { filter: inProject })));
      const { project } = ids;
      results.push(
        await measure(
          'a project, open, as its screen lists it',
          '≥ 0.6',
          () => ask(PROJECT_LIST, { projectId: project, filter: { statuses: ['open'] }, first: PAGE, crops: false }),
          () => replay(pool, [{ ...requireProject.query, values: [project, ids.owner] }, ...ofProject]),
        ),
      );
      const plain = await recorded(pool, (ctx) =>
        readWorkList(ctx, workListOf(scope, { filter: inProject }), { limit: PAGE }, UNREAD),
      );
      results.push(
        await measure(
          'a project, open, with a third-party document',
          'none',
          () => ask(THIRD_PARTY, { filter: inProject }),
          () => replay(pool, [rights, ...plain]),
        ),
      );
      for (const [name, by, filterOf] of COUNTED) {
        const filter = filterOf(ids);
        const statements = await recorded(pool, (ctx) => countAnnotations(ctx, workListOf(scope, { filter }), by));
        results.push(
          await measure(
            name,
            'p99 ≤ 60 ms',
            () => ask(COUNTS, { filter, by }),
            () => replay(pool, [rights, ...statements]),
          ),
        );
      }
      const statements = await recorded(pool, (ctx) =>
        countWorkList(ctx, workListOf(scope, { filter: { statuses: ['open'] } })),
      );
      const total = () => ask(TOTAL, { filter: { statuses: ['open'] } });
      results.push(
        await measure('total of open ones', 'p99 ≤ 60 ms', total, () => replay(pool, [rights, ...statements])),
      );
      results.push(await bulk(pool, service));
      return results;
    } finally {
      await client.close();
      await pool.end();
      await service.stop();
    }
  },
};

/** Reads a page with its labels and members, as the service does for the list of a screen. */
async function readList(ctx: RecordingContext, list: ReturnType<typeof workListOf>): Promise<void> {
  const { rows } = await readWorkList(ctx, list, { limit: PAGE }, UNREAD);
  await Promise.all(rows.flatMap((row) => [labelsOf(ctx, row), assigneeOf(ctx, row)]));
}

/** Scope of an owner, as the service finds it. */
async function scopeOf(pool: pg.Pool, organizationId: string, userId: string): Promise<WorkListScope> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM projects WHERE organization_id = $1', [
    organizationId,
  ]);
  const projectIds = rows.map(({ id }) => id);
  return {
    audience: 'members',
    userId,
    organizationId,
    projectIds,
    condition: (add) => `a.organization_id = ${add(organizationId)}::uuid`,
    inProjects: (add) => `a.project_id = ANY(${add(projectIds)}::uuid[])`,
  };
}

/** Filter of a request with dates, as the API parses them. */
const withDates = (filter: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      /(After|Before)$/.test(name) ? new Date(String(value)) : value,
    ]),
  );

interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

type RecordingContext = Parameters<typeof countWorkList>[0];

/** Returns the statements that a resolver sends. */
async function recorded(pool: pg.Pool, call: (ctx: RecordingContext) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = async (text: string, values: unknown[]) => {
    statements.push({ text, values });
    return pool.query(text, values);
  };
  await call({ services: { pool: { query } } } as unknown as RecordingContext);
  return statements;
}

async function replay(pool: pg.Pool, statements: Statement[]): Promise<void> {
  for (const statement of statements) JSON.stringify((await pool.query(statement)).rows);
}

async function measure(
  name: string,
  aim: string,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<Result> {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let call = -WARM_UP; call < CALLS; call++) {
    const ms = { ours: await msOf(ours), bare: await msOf(bare) };
    if (call < 0) continue;
    times.ours.push(ms.ours);
    times.bare.push(ms.bare);
  }
  const p50And99 = (values: number[]) => [0.5, 0.99].map((part) => quantile(values, part).toFixed(1)).join(' / ');
  return {
    name,
    ours: 1_000 / median(times.ours),
    peer: 1_000 / median(times.bare),
    unit: '/s',
    aim,
    note: `p50 / p99 ${p50And99(times.ours)} ms, bare ${p50And99(times.bare)} ms`,
  };
}

/** Measures changing 500 annotations over REST. */
async function bulk(
  pool: pg.Pool,
  service: { ours: Parameters<typeof post>[0]['ours']; token: string; organizationId: string },
): Promise<Result> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM annotations ORDER BY number, id LIMIT 500');
  const ids = rows.map(({ id }) => id);
  const times: number[] = [];
  for (let call = 0; call < 10; call++) {
    const change = { priority: call % 2 === 0 ? 'high' : 'low', status: call % 2 === 0 ? 'resolved' : 'open' };
    const body = { organizationId: service.organizationId, ids, change };
    times.push(await msOf(() => post(service, '/annotations/changes', body)));
  }
  return {
    name: '500 changed at once',
    ours: median(times),
    unit: 'ms',
    aim: '≤ 1500',
    note: `slowest of 10 ${Math.max(...times).toFixed(0)} ms`,
  };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
