import type { Context } from '../../../context.ts';
import { slot, statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { type AddValue, fragmentOf, sampleValue } from '../../platform/sql/fragment.ts';
import { type CountedList, type CountedRows, type CountKey, countedRows } from './counted-rows.ts';
import { isUnassigning, RESOLUTION } from './filter-conditions.ts';
import { SAMPLE_LIST } from './list-conditions.ts';

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

const sourceOf = ({ from, conditions }: CountedRows) => `FROM ${from} WHERE ${conditions.join(' AND ')}`;
const ALL = slot('rows', sourceOf(countedRows(SAMPLE_LIST, null, sampleValue)));

const COUNT_EACH = statement(
  'count-annotations/each',
  `SELECT count(*)::int AS count FROM (SELECT ${ALL} LIMIT ${EXACT_COUNT + 1}) AS counted`,
);
const COUNT_SUMS = statement(
  'count-annotations/sums',
  `SELECT coalesce(sum(a.added), 0)::int AS "count!" ${slot('rows', 'FROM annotation_counts a')}`,
);

/** Number of annotations of a list. */
export async function countWorkList(ctx: Context<'pool'>, list: CountedList): Promise<CappedCount> {
  let isEach = true;
  const rows = fragmentOf((add) => {
    const counted = countedRows(list, null, add);
    isEach = counted.isEach;
    return sourceOf(counted);
  });
  const { count } = await (isEach ? COUNT_EACH : COUNT_SUMS).with({ rows }).one(ctx.services.pool);
  return capped(count);
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
  const counts = fragmentOf((add) => countsOf(list, by, add, MAX_KEYS));
  const rows = await BY_KEY.with({ counts }).rows(ctx.services.pool);
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

/** Counts by a property, within a statement. */
const COUNTS = slot('counts', countsOf(SAMPLE_LIST, 'label', sampleValue, MAX_KEYS));

const BY_KEY = statement(
  'count-annotations/by-key',
  `SELECT counts.key, counts.count AS "count!" FROM (${COUNTS}) AS counts ORDER BY counts.count DESC, counts.key`,
);
const BY_PROJECT = statement(
  'count-annotations/by-project',
  `SELECT counted.id AS "projectId!", counts.key, counts.count AS "count!" FROM unnest($ids::uuid[]) AS counted (id)
  CROSS JOIN LATERAL (${COUNTS}) AS counts ORDER BY counts.count DESC, counts.key`,
);

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
  const condition = () => 'a.project_id = counted.id';
  const scope = { ...list.scope, condition, inProjects: condition };
  const counts = fragmentOf((add) => countsOf({ ...list, scope }, by, add, MAX_PROJECT_KEYS));
  const rows = await BY_PROJECT.with({ counts }).rows(ctx.services.pool, { ids: [...new Set(ids)] });
  return ids.map((id) => rows.filter(({ projectId }) => projectId === id).map(toKeyCount));
}
