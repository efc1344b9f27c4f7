import type { Context } from '../../../context.ts';
import type { User, WatchState } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { hasUnread, snoozeOf } from '../../core/annotations/reader-threads.ts';
import { VISIBLE_TO_MEMBER } from '../../core/annotations/visibility.ts';
import { INCLUDES_PROJECT } from '../../platform/policies/access.ts';

/** State of a thread for the reader. */
export interface ThreadState {
  watching: WatchState | null;
  isUnread: boolean;
  /** Null unless the reader has snoozed the thread, and that has not ended. */
  snoozedUntil: Date | null;
}

/** A member who watches a thread. */
export type Watching = Pick<User, 'id' | 'name'>;

const STATES = statement(
  'thread-state/states',
  `SELECT t.id AS "id!", w.state AS watching,
         coalesce(w.state = 'watching', false) AND ${hasUnread('t.id')} AS "isUnread",
         (SELECT s.until FROM ${snoozeOf('m.id', 't.id')}) AS "snoozedUntil"
    FROM unnest($ids::uuid[]) AS t(id)
    JOIN annotations a ON a.id = t.id JOIN projects p ON p.id = a.project_id
    JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $userId?
    LEFT JOIN watchers w ON w.annotation_id = t.id AND w.membership_id = m.id`,
);

/** Watchers of a thread returned at most. */
export const MAX_WATCHERS = 100;

const WATCHERS = statement(
  'thread-state/watchers',
  `SELECT w.annotation_id AS "annotationId", w.id, w.name
    FROM unnest($ids::uuid[]) AS t(id)
   CROSS JOIN LATERAL (
     SELECT w.annotation_id, u.id, u.name, w.changed_at
       FROM watchers w
       JOIN annotations a ON a.id = w.annotation_id JOIN projects p ON p.id = a.project_id
       JOIN memberships m ON m.id = w.membership_id AND ${VISIBLE_TO_MEMBER} AND ${INCLUDES_PROJECT}
       JOIN users u ON u.id = m.user_id
      WHERE w.annotation_id = t.id AND w.state = 'watching' AND ($withOthers OR u.id = $userId?)
      ORDER BY w.changed_at, u.id LIMIT ${MAX_WATCHERS}) w
   ORDER BY w.changed_at, w.id`,
);

/** Reads the state of a thread for the reader, all threads of one execution step together. */
export const threadState = (ctx: Context<'pool'>, annotationId: string): Promise<ThreadState> =>
  readersOf(ctx).stateOf(annotationId);

/** Reads the watchers of a thread, the earliest first. A guest reads no one else. */
export const threadWatchers = (ctx: Context<'pool'>, annotationId: string): Promise<Watching[]> =>
  readersOf(ctx).watchersOf(annotationId);

/** Batched readers of one request. */
const readersOf = oncePer((ctx: Context<'pool'>) => {
  const { pool } = ctx.services;
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  return {
    stateOf: createBatcher(async (ids: string[]): Promise<ThreadState[]> => {
      const rows = await STATES.rows(pool, { ids: [...new Set(ids)], userId });
      const states = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => states.get(id) ?? { watching: null, isUnread: false, snoozedUntil: null });
    }, Infinity),
    watchersOf: createBatcher(async (ids: string[]): Promise<Watching[][]> => {
      const values = { ids: [...new Set(ids)], withOthers: ctx.reader.isGuest !== true, userId };
      const rows = await WATCHERS.rows(pool, values);
      return ids.map((id) => rows.filter(({ annotationId }) => annotationId === id));
    }, Infinity),
  };
});
