import type { Context } from '../../context.ts';
import type { Queryable } from '../../infrastructure/database/transaction.ts';
import { showIssues } from '../addons/integrations/outbound/issue-rows.ts';
import { BATCH, type BatchRun, BY_JOB, forCaller, inBatches } from '../platform/sql/batches.ts';

const TAKE = 'SELECT FROM integrations WHERE id = $1 AND deleted_at IS NOT NULL FOR NO KEY UPDATE';

const ISSUES = `DELETE FROM external_issues WHERE integration_id = $1 AND annotation_id IN
    (SELECT annotation_id FROM external_issues WHERE integration_id = $1 LIMIT ${BATCH})
  RETURNING annotation_id AS id`;

/** What else there may be many of. */
const OTHERS = [
  `DELETE FROM webhook_deliveries WHERE id IN
     (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 LIMIT ${BATCH})`,
  `DELETE FROM external_comments WHERE integration_id = $1 AND comment_id IN
     (SELECT comment_id FROM external_comments WHERE integration_id = $1 LIMIT ${BATCH})`,
  `DELETE FROM inbound_calls WHERE integration_id = $1 AND hash IN
     (SELECT hash FROM inbound_calls WHERE integration_id = $1 LIMIT ${BATCH})`,
];

/**
 * Removes what belongs to a deleted integration, then its row. Returns when all is done, or after a second: the job does what is
 * left, also after a failure.
 */
export async function removeIntegration(ctx: Context, id: string): Promise<void> {
  await forCaller(ctx, (run) => removeAll(ctx, id, run), {
    message: 'what belongs to a deleted integration is removed later',
    of: { integrationId: id },
  });
}

/** The same for whatever is left, until the process stops. What another process is at is left to it. */
export async function removeLeftIntegrations(ctx: Context): Promise<void> {
  const { rows } = await ctx.services.pool.query<{ id: string }>(
    'SELECT id FROM integrations WHERE deleted_at IS NOT NULL ORDER BY random()',
  );
  for (const { id } of rows) await removeAll(ctx, id, BY_JOB);
}

const removeAll = (ctx: Context, id: string, run: BatchRun) => inBatches(ctx, run, (sql) => removeBatch(sql, id, run));

/** @returns whether there may be more */
async function removeBatch(sql: Queryable, id: string, { skip }: BatchRun): Promise<boolean> {
  const { rowCount: taken } = await sql.query(`${TAKE}${skip}`, [id]);
  if (taken === 0) return false;
  const { rows } = await sql.query<{ id: string }>(ISSUES, [id]);
  if (rows.length > 0) {
    await showIssues(
      sql,
      rows.map((row) => row.id),
    );
  }
  if (rows.length === BATCH) return true;
  for (const statement of OTHERS) {
    if ((await sql.query(statement, [id])).rowCount === BATCH) return true;
  }
  await sql.query('DELETE FROM webhooks WHERE id = $1', [id]);
  return false;
}
