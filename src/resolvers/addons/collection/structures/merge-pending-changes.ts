import type pg from 'pg';
import type { Context } from '../../../../context.ts';
import { tryLockName } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inSavepoint, inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { isSerializationFailure, isServerUnavailable } from '../../../platform/sql/database-errors.ts';
import type { StructureChanges } from './page-structure.ts';
import { type SessionChanges, storeMergedStructure } from './store-merged-structure.ts';

/** Bytes of changes merged at once, unless a single change is larger. */
const BATCH_BYTES = 4 * MIB;

/**
 * Claims the pending changes of one session on one page; the session that has waited longest comes
 * first.
 */
const CLAIM = statement(
  'merge-pending-changes/claim',
  `WITH first AS (
    SELECT project_id, session_id, page_id FROM page_changes ORDER BY batch_id LIMIT 1
  ), waiting AS (
    SELECT c.batch_id, c.bytes, sum(c.bytes) OVER (ORDER BY c.batch_id) AS upto
      FROM page_changes c JOIN first USING (project_id, session_id, page_id)
  ), taken AS (
    DELETE FROM page_changes WHERE batch_id IN (SELECT batch_id FROM waiting WHERE upto = bytes OR upto <= ${BATCH_BYTES}) RETURNING *
  )
  SELECT project_id AS "projectId", session_id AS "sessionId", page_id AS "pageId", received_at AS "receivedAt", changes
    FROM taken ORDER BY batch_id`,
  { prepared: true },
).narrow<Pick<Row, 'changes'>>();

/** Deletes the session's base, so that its later changes are dropped. */
const DELETE_SESSION = statement(
  'merge-pending-changes/delete-session',
  'DELETE FROM page_session_structures WHERE project_id = $projectId AND session_id = $sessionId AND page_id = $pageId',
);

type Row = Omit<SessionChanges, 'changes'> & { changes: StructureChanges };

/**
 * Merges pending changes into the structures that their sessions sent, one session per transaction.
 * A session that fails is dropped with its structure and does not delay others. Returns at once
 * while another process merges; stops at shutdown.
 */
export async function mergePendingChanges(ctx: Context<'collection' | 'metrics' | 'pool' | 'stopping'>): Promise<void> {
  const { pool, stopping } = ctx.services;
  let more = true;
  while (more && !stopping.aborted) more = await inTransaction(pool, (sql) => mergeNextSession(ctx, sql));
}

/**
 * Merges the changes of one session.
 *
 * @returns whether more may be pending
 */
async function mergeNextSession(ctx: Context<'collection' | 'metrics'>, sql: pg.PoolClient): Promise<boolean> {
  // One process merges at a time, because each change of a session builds on the one before.
  if (!(await tryLockName(sql, 'pinbound merging'))) return false;
  const rows = await CLAIM.rows(sql);
  const latest = rows.at(-1);
  if (!latest) return false;
  const session = { ...latest, changes: rows.map(({ changes }) => changes) };
  try {
    await inSavepoint(sql, () => storeMergedStructure(ctx, sql, session));
  } catch (error) {
    if (isSerializationFailure(error) || isServerUnavailable(error)) throw error;
    const { projectId, sessionId, pageId } = session;
    ctx.logger.warn({ err: error, projectId, pageId }, 'merging page changes failed; changes dropped');
    ctx.services.metrics.structuresLeftOut.inc({ reason: 'failure' }, rows.length);
    await DELETE_SESSION.run(sql, { projectId, sessionId, pageId });
  }
  return true;
}
