import type pg from 'pg';
import type { Context } from '../../../../context.ts';
import { inSavepoint, inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { isConflict, isServerTrouble } from '../../../platform/sql/database-errors.ts';
import type { StructureChanges } from './page-structure.ts';
import { mergeIntoStructure, type SessionChanges } from './store-merged-structure.ts';

/** The most bytes of changes merged at once, of more than one. */
const BATCH_BYTES = 4 * MIB;
/** One process merges at a time: of a session's changes, each needs what the one before made. */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('pinbound merging')) AS mine";

/** All that waits of one session on one page, the longest waiting session first. */
const TAKE = `WITH first AS (
    SELECT project_id, session_id, page_id FROM page_changes ORDER BY batch_id LIMIT 1
  ), waiting AS (
    SELECT c.batch_id, c.bytes, sum(c.bytes) OVER (ORDER BY c.batch_id) AS upto
      FROM page_changes c JOIN first USING (project_id, session_id, page_id)
  ), taken AS (
    DELETE FROM page_changes WHERE batch_id IN (SELECT batch_id FROM waiting WHERE upto = bytes OR upto <= ${BATCH_BYTES}) RETURNING *
  )
  SELECT project_id AS "projectId", session_id AS "sessionId", page_id AS "pageId", received_at AS "receivedAt", changes
    FROM taken ORDER BY batch_id`;

/** What a session's later changes are changes of is not known. */
const LEAVE_SESSION = 'DELETE FROM page_session_structures WHERE project_id = $1 AND session_id = $2 AND page_id = $3';

type Row = Omit<SessionChanges, 'changes'> & { changes: StructureChanges };

/**
 * Merges what sessions told of changes into the structures that they told of whole: a session at a time, each in a transaction of
 * its own. One that fails is set aside, with its session's structure, and holds up no other. A no-op while another process merges; ends when this one stops.
 */
export async function mergeWaitingChanges(ctx: Context): Promise<void> {
  const { pool, stopping } = ctx.services;
  let more = true;
  while (more && !stopping.aborted) more = await inTransaction(pool, (sql) => applyNext(ctx, sql));
}

/** @returns whether more may wait */
async function applyNext(ctx: Context, sql: pg.PoolClient): Promise<boolean> {
  const { rows: locks } = await sql.query<{ mine: boolean }>(LOCK);
  if (!locks[0]?.mine) return false;
  const { rows } = await sql.query<Row>({ name: 'take-changes', text: TAKE });
  const latest = rows.at(-1);
  if (!latest) return false;
  const given = { ...latest, changes: rows.map(({ changes }) => changes) };
  try {
    await inSavepoint(sql, () => mergeIntoStructure(ctx, sql, given));
  } catch (error) {
    if (isConflict(error) || isServerTrouble(error)) throw error;
    const { projectId, sessionId, pageId } = given;
    ctx.logger.warn({ err: error, projectId, pageId }, 'changes of a page could not be merged and were left out');
    ctx.services.metrics.structuresLeftOut.inc({ reason: 'failure' }, rows.length);
    await sql.query(LEAVE_SESSION, [projectId, sessionId, pageId]);
  }
  return true;
}
