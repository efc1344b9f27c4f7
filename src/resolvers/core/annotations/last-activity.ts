import type { Context } from '../../../context.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { type Audience, visibleTo } from './visibility.ts';

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

const readerOf = (audience: Audience) =>
  oncePer((ctx: Context<'pool'>) =>
    createBatcher(async (ids: string[]): Promise<(Date | null)[]> => {
      const { rows } = await ctx.services.pool.query<{ id: string; changedAt: Date }>(lastChangeOf(audience), [
        [...new Set(ids)],
      ]);
      const times = new Map(rows.map(({ id, changedAt }) => [id, changedAt]));
      return ids.map((id) => times.get(id) ?? null);
    }, Infinity),
  );

/** Batched readers of a request, by audience. */
const READERS = { members: readerOf('members'), outsiders: readerOf('outsiders') };

/**
 * Time of the last change of an annotation of a project or its thread that the audience can see.
 * One statement reads the projects of an execution step.
 */
export const lastActivityOf = (ctx: Context<'pool'>, projectId: string, audience: Audience): Promise<Date | null> =>
  READERS[audience](ctx)(projectId);
