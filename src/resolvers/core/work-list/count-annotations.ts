import type { Context } from '../../../context.ts';
import { AnnotationStatus } from '../../../generated/prisma/client.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { type AddValue, addValueTo, isUnassigning, RESOLUTION } from './filter-conditions.ts';
import { type WorkList, workListConditions } from './list-work.ts';
import type { WorkListScope } from './work-list-scope.ts';

/** Counts are exact up to this number. */
export const EXACT_COUNT = 10_000;

/** A number of annotations: exact, or "more than" the number. */
export interface CappedCount {
  count: number;
  isExact: boolean;
}

/** Properties that annotations are counted by. */
export const COUNT_KEYS = ['status', 'resolution', 'priority', 'assignee', 'page', 'label', 'project'] as const;

export type CountKey = (typeof COUNT_KEYS)[number];

/** Annotations with one value of the property; null: without one. */
export interface KeyCount extends CappedCount {
  key: string | null;
}

const capped = (count: number): CappedCount => ({
  count: Math.min(count, EXACT_COUNT),
  isExact: count <= EXACT_COUNT,
});

type Counted = Omit<WorkList, 'order'>;

/** Whether an index by project and status finds the annotations of a list. */
const isOfStatuses = ({ filter, inbox }: Counted): boolean =>
  inbox === null &&
  Object.entries(filter).every(([name, value]) => value == null || name === 'projectIds' || name === 'statuses');

/** Conditions of a list in the form that an index suits best. */
function countedConditions(list: Counted, add: AddValue): string[] {
  const { scope } = list;
  const condition = isOfStatuses(list) ? (scope.byProjects ?? scope.condition) : scope.condition;
  return workListConditions({ ...list, scope: { ...scope, condition } }, add);
}

/** Statement that counts the annotations `a` with these conditions, up to one more than exactly. */
const cappedCountOf = (conditions: string[]): string =>
  `SELECT count(*)::int AS count FROM (
     SELECT FROM annotations a WHERE ${conditions.join(' AND ')} LIMIT ${EXACT_COUNT + 1}) AS counted`;

/** Number of annotations of a list. */
export async function countWorkList(ctx: Context<'pool'>, list: Counted): Promise<CappedCount> {
  const values: unknown[] = [];
  const statement = cappedCountOf(countedConditions(list, addValueTo(values)));
  const { rows } = await ctx.services.pool.query<{ count: number }>(statement, values);
  return capped(rows[0]?.count ?? 0);
}

/** Value of the property of an annotation `a`. */
const VALUES: Record<CountKey, string> = {
  status: 'a.status',
  resolution: RESOLUTION,
  priority: 'a.priority',
  assignee: 'a.assignee_id',
  page: 'a.url_key',
  label: 'label.id',
  project: 'a.project_id',
};

/** A label is one of several of an annotation; ids of deleted labels are not counted. */
const LABELS = 'JOIN labels label ON label.id = ANY(a.label_ids) AND label.project_id = a.project_id';

/** Pages of a count, those with the most annotations. */
const MAX_KEYS = 1_000;

/**
 * Counts annotations of a list by a property, the most frequent value first; values without
 * annotations are omitted. Each count is exact up to EXACT_COUNT.
 */
export async function countAnnotations(ctx: Context<'pool'>, list: Counted, by: CountKey): Promise<KeyCount[]> {
  const values: unknown[] = [];
  const add = addValueTo(values);
  const statement =
    by === 'status' && isOfStatuses(list)
      ? statusCountsOf(countedConditions(list, add), list.filter.statuses)
      : countsOf(by, list.scope, workListConditions(list, add), add, MAX_KEYS);
  const { rows } = await ctx.services.pool.query<CountRow>(statement, values);
  return rows.map(toKeyCount);
}

/**
 * Statement that counts the annotations `a` of each status, which reads no more of them than it
 * counts. Statuses are written into it, so that the planner knows how frequent they are.
 */
const statusCountsOf = (conditions: string[], statuses: readonly AnnotationStatus[] | null | undefined): string =>
  `SELECT key, count FROM (${(statuses ?? Object.values(AnnotationStatus))
    .map(
      (status) => `SELECT '${status}' AS key, (${cappedCountOf([...conditions, `a.status = '${status}'`])}) AS count`,
    )
    .join(' UNION ALL ')}) AS counts WHERE count > 0 ORDER BY count DESC, key`;

interface CountRow {
  key: string | null;
  count: number;
}

const toKeyCount = ({ key, count }: CountRow): KeyCount => ({ key, ...capped(count) });

/**
 * Statement that counts the annotations `a` with these conditions by a property. Former members are
 * left out after the grouping, for few rows.
 */
function countsOf(
  by: CountKey,
  { organizationId }: Pick<WorkListScope, 'organizationId'>,
  conditions: string[],
  add: AddValue,
  limit: number,
): string {
  const key =
    by === 'assignee'
      ? `CASE WHEN NOT ${isUnassigning('value', `${add(organizationId)}::uuid`)} THEN value END`
      : 'value';
  return `SELECT (${key})::text AS key, sum(number)::int AS count FROM (
      SELECT ${VALUES[by]} AS value, count(*) AS number
        FROM annotations a ${by === 'label' ? LABELS : ''} WHERE ${conditions.join(' AND ')} GROUP BY 1) AS counted
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`;
}

/** Values of the counts of one project among several, those with the most annotations. */
export const MAX_PROJECT_KEYS = 100;

type ReadCounts = (projectId: string) => Promise<KeyCount[]>;

/** Batched readers of a request, by filter, audience and property. */
const readersOf = oncePer((_ctx: Context<'pool'>) => new Map<string, ReadCounts>());

/**
 * Counts annotations of a project by a property, without a check of rights. One statement counts
 * those of all projects of an execution step.
 *
 * @param list its scope is one project
 */
export function countsOfProject(ctx: Context<'pool'>, list: Counted, by: CountKey): Promise<KeyCount[]> {
  const { audience, organizationId, projectIds } = list.scope;
  const [projectId = ''] = projectIds;
  const ofLists = readersOf(ctx);
  const key = JSON.stringify([audience, organizationId, list.filter, list.inbox, by]);
  const read = ofLists.get(key) ?? createBatcher((ids: string[]) => countProjects(ctx, list, by, ids), Infinity);
  ofLists.set(key, read);
  return read(projectId);
}

async function countProjects(ctx: Context<'pool'>, list: Counted, by: CountKey, ids: string[]): Promise<KeyCount[][]> {
  const values: unknown[] = [[...new Set(ids)]];
  const scope = { ...list.scope, condition: () => 'a.project_id = counted.id' };
  const add = addValueTo(values);
  const counts = countsOf(by, scope, workListConditions({ ...list, scope }, add), add, MAX_PROJECT_KEYS);
  const { rows } = await ctx.services.pool.query<CountRow & { projectId: string }>(
    `SELECT counted.id AS "projectId", counts.* FROM unnest($1::uuid[]) AS counted (id)
      CROSS JOIN LATERAL (${counts}) AS counts
      ORDER BY counts.count DESC, counts.key`,
    values,
  );
  return ids.map((id) => rows.filter(({ projectId }) => projectId === id).map(toKeyCount));
}
