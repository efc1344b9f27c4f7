import type { CallContext, Context } from '../../../context.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { type Audience, visibleTo } from './visibility.ts';

type ReadTime = (projectId: string) => Promise<Date | null>;

/** Batched readers by request and audience. */
const readers: Record<Audience, WeakMap<CallContext, ReadTime>> = { members: new WeakMap(), outsiders: new WeakMap() };

/** Column with the time of the last change that the audience can see. */
const CHANGED: Record<Audience, string> = {
  members: 'updated_at',
  outsiders: 'coalesce(a.public_updated_at, a.updated_at)',
};

const lastChangeOf = (audience: Audience): string =>
  `SELECT p.id, last.changed_at AS "changedAt" FROM unnest($1::uuid[]) AS p(id)
     JOIN LATERAL (
       SELECT ${CHANGED[audience]} AS changed_at FROM annotations a
        WHERE a.project_id = p.id AND a.deleted_at IS NULL AND ${visibleTo(audience, 'a')}
        ORDER BY 1 DESC LIMIT 1
     ) last ON true`;

/**
 * Time of the last change of an annotation of a project or its thread that the audience can see.
 * One statement reads the projects of an execution step.
 */
export function lastActivityOf(ctx: Context<'pool'>, projectId: string, audience: Audience): Promise<Date | null> {
  const existing = readers[audience].get(ctx);
  if (existing) return existing(projectId);
  const read = createBatcher(async (ids: string[]): Promise<(Date | null)[]> => {
    const { rows } = await ctx.services.pool.query<{ id: string; changedAt: Date }>(lastChangeOf(audience), [
      [...new Set(ids)],
    ]);
    const times = new Map(rows.map(({ id, changedAt }) => [id, changedAt]));
    return ids.map((id) => times.get(id) ?? null);
  }, Infinity);
  readers[audience].set(ctx, read);
  return read(projectId);
}
