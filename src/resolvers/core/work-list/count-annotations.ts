import type { CallContext, Context } from '../../../context.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { addValueTo, RESOLUTION } from './filter-conditions.ts';
import { type WorkList, workListConditions } from './list-work.ts';

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

/** Number of annotations of a list. */
export async function countWorkList(ctx: Context<'pool'>, list: Counted): Promise<CappedCount> {
  const values: unknown[] = [];
  const conditions = workListConditions(list, addValueTo(values));
  const { rows } = await ctx.services.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM annotations a WHERE ${conditions.join(' AND ')} LIMIT ${EXACT_COUNT + 1}) AS counted`,
    values,
  );
  return capped(rows[0]?.count ?? 0);
}

/** Value of the property of an annotation `a`. */
const VALUES: Record<CountKey, string> = {
  status: 'a.status::text',
  resolution: `(${RESOLUTION})::text`,
  priority: 'a.priority::text',
  assignee: `CASE WHEN NOT EXISTS (
    SELECT FROM unassignments u WHERE u.user_id = a.assignee_id AND u.organization_id = a.organization_id) THEN a.assignee_id END::text`,
  page: 'a.url_key',
  label: 'label.id::text',
  project: 'a.project_id::text',
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
  const conditions = workListConditions(list, addValueTo(values));
  const { rows } = await ctx.services.pool.query<CountRow>(countsOf(by, conditions, MAX_KEYS), values);
  return rows.map(toKeyCount);
}

interface CountRow {
  key: string | null;
  count: number;
}

const toKeyCount = ({ key, count }: CountRow): KeyCount => ({ key, ...capped(count) });

/** Statement that counts the annotations `a` with these conditions by a property. */
const countsOf = (by: CountKey, conditions: string[], limit: number): string =>
  `SELECT ${VALUES[by]} AS key, count(*)::int AS count
     FROM annotations a ${by === 'label' ? LABELS : ''} WHERE ${conditions.join(' AND ')}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`;

/** Values of the counts of one project among several, those with the most annotations. */
export const MAX_PROJECT_KEYS = 100;

type ReadCounts = (projectId: string) => Promise<KeyCount[]>;

/** Batched readers by request, filter, audience and property. */
const readers = new WeakMap<CallContext, Map<string, ReadCounts>>();

/**
 * Counts annotations of a project by a property, without a check of rights. One statement counts
 * those of all projects of an execution step.
 *
 * @param list its scope is one project
 */
export function countsOfProject(ctx: Context<'pool'>, list: Counted, by: CountKey): Promise<KeyCount[]> {
  const { audience, organizationId, projectIds } = list.scope;
  const [projectId = ''] = projectIds;
  const ofLists = readers.get(ctx) ?? new Map<string, ReadCounts>();
  readers.set(ctx, ofLists);
  const key = JSON.stringify([audience, organizationId, list.filter, list.inbox, by]);
  const read = ofLists.get(key) ?? createBatcher((ids: string[]) => countProjects(ctx, list, by, ids), Infinity);
  ofLists.set(key, read);
  return read(projectId);
}

async function countProjects(ctx: Context<'pool'>, list: Counted, by: CountKey, ids: string[]): Promise<KeyCount[][]> {
  const values: unknown[] = [[...new Set(ids)]];
  const scope = { ...list.scope, condition: () => 'a.project_id = counted.id' };
  const conditions = workListConditions({ ...list, scope }, addValueTo(values));
  const { rows } = await ctx.services.pool.query<CountRow & { projectId: string }>(
    `SELECT counted.id AS "projectId", counts.* FROM unnest($1::uuid[]) AS counted (id)
      CROSS JOIN LATERAL (${countsOf(by, conditions, MAX_PROJECT_KEYS)}) AS counts
      ORDER BY counts.count DESC, counts.key`,
    values,
  );
  return ids.map((id) => rows.filter(({ projectId }) => projectId === id).map(toKeyCount));
}
