import type { Context } from '../../../context.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { type CountedList, type CountKey, countedRows } from './counted-rows.ts';
import { isUnassigning, RESOLUTION } from './filter-conditions.ts';
import { type AddValue, addValueTo } from './statement-values.ts';

/** Counts are exact up to this number. */
export const EXACT_COUNT = 10_000;

/** A number of annotations: exact, or "more than" the number. */
export interface CappedCount {
  count: number;
  isExact: boolean;
}

/** Annotations with one value of the property; null: without one. */
export interface KeyCount extends CappedCount {
  key: string | null;
}

const capped = (count: number): CappedCount => ({
  count: Math.min(count, EXACT_COUNT),
  isExact: count <= EXACT_COUNT,
});

/** Number of annotations of a list. */
export async function countWorkList(ctx: Context<'pool'>, list: CountedList): Promise<CappedCount> {
  const values: unknown[] = [];
  const { from, conditions, number, isEach } = countedRows(list, null, addValueTo(values));
  const source = `FROM ${from} WHERE ${conditions.join(' AND ')}`;
  const statement = isEach
    ? `SELECT count(*)::int AS count FROM (SELECT ${source} LIMIT ${EXACT_COUNT + 1}) AS counted`
    : `SELECT coalesce(${number}, 0)::int AS count ${source}`;
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

/** Pages of a count, those with the most annotations. */
const MAX_KEYS = 1_000;

/**
 * Counts annotations of a list by a property, the most frequent value first; values without
 * annotations are omitted. Each count is exact up to EXACT_COUNT.
 */
export async function countAnnotations(ctx: Context<'pool'>, list: CountedList, by: CountKey): Promise<KeyCount[]> {
  const values: unknown[] = [];
  const { rows } = await ctx.services.pool.query<CountRow>(countsOf(list, by, addValueTo(values), MAX_KEYS), values);
  return rows.map(toKeyCount);
}

interface CountRow {
  key: string | null;
  count: number;
}

const toKeyCount = ({ key, count }: CountRow): KeyCount => ({ key, ...capped(count) });

/**
 * Statement that counts the annotations of a list by a property. Former members are left out after
 * the grouping, for few rows.
 */
function countsOf(list: CountedList, by: CountKey, add: AddValue, limit: number): string {
  const { from, conditions, number, value = VALUES[by], isCounted = 'true' } = countedRows(list, by, add);
  const key =
    by === 'assignee'
      ? `CASE WHEN NOT ${isUnassigning('value', `${add(list.scope.organizationId)}::uuid`)} THEN value END`
      : 'value';
  return `SELECT (${key})::text AS key, sum(number)::int AS count FROM (
      SELECT ${value} AS value, ${number} AS number FROM ${from} WHERE ${conditions.join(' AND ')} GROUP BY 1) AS counted
     WHERE ${isCounted} GROUP BY 1 HAVING sum(number) > 0 ORDER BY 2 DESC, 1 LIMIT ${limit}`;
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
export function countsOfProject(ctx: Context<'pool'>, list: CountedList, by: CountKey): Promise<KeyCount[]> {
  const { audience, organizationId, projectIds } = list.scope;
  const [projectId = ''] = projectIds;
  const ofLists = readersOf(ctx);
  const key = JSON.stringify([audience, organizationId, list.filter, list.inbox, by]);
  const read = ofLists.get(key) ?? createBatcher((ids: string[]) => countProjects(ctx, list, by, ids), Infinity);
  ofLists.set(key, read);
  return read(projectId);
}

async function countProjects(
  ctx: Context<'pool'>,
  list: CountedList,
  by: CountKey,
  ids: string[],
): Promise<KeyCount[][]> {
  const values: unknown[] = [[...new Set(ids)]];
  const condition = () => 'a.project_id = counted.id';
  const scope = { ...list.scope, condition, inProjects: condition };
  const counts = countsOf({ ...list, scope }, by, addValueTo(values), MAX_PROJECT_KEYS);
  const { rows } = await ctx.services.pool.query<CountRow & { projectId: string }>(
    `SELECT counted.id AS "projectId", counts.* FROM unnest($1::uuid[]) AS counted (id)
      CROSS JOIN LATERAL (${counts}) AS counts
      ORDER BY counts.count DESC, counts.key`,
    values,
  );
  return ids.map((id) => rows.filter(({ projectId }) => projectId === id).map(toKeyCount));
}
