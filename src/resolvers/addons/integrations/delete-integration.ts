import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { integrationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { BATCH, type BatchRun, BY_JOB, inBatches, runWithinRequest, SKIP } from '../../platform/sql/batches.ts';
import { refreshIssueLinks } from './outbound/issue-rows.ts';
import { requireIntegration } from './require-integration.ts';

/** Hides the integration and stops its deliveries. */
const DELETE = statement(
  'delete-integration/delete',
  `WITH w AS (UPDATE webhooks SET enabled = false, updated_at = now() WHERE id = $id RETURNING id)
  UPDATE integrations i SET deleted_at = now() FROM w WHERE i.id = w.id AND i.deleted_at IS NULL`,
);

/**
 * Deletes an integration with its deliveries and the links to its issues; the issues remain. The
 * integration is hidden at once; thousands of links are deleted after the response.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteIntegration(ctx: Context<'pool' | 'stopping'>, id: string): Promise<{ id: string }> {
  const integration = await requireIntegration(ctx, id, 'integration.manage');
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await DELETE.run(sql, { id });
    if (rowCount === 0) throw notFound('Integration');
    await recordAudit(sql, ctx, {
      organizationId: integration.organizationId,
      action: 'integration_deleted',
      target: integrationTarget(integration),
    });
  });
  await deleteIntegrationData(ctx, integration.id);
  return { id };
}

const LOCK = statement(
  'delete-integration/lock',
  `SELECT FROM integrations WHERE id = $id AND deleted_at IS NOT NULL FOR NO KEY UPDATE ${SKIP}`,
);

const DELETE_ISSUES = statement(
  'delete-integration/delete-issues',
  `DELETE FROM external_issues WHERE integration_id = $id AND annotation_id IN
    (SELECT annotation_id FROM external_issues WHERE integration_id = $id LIMIT ${BATCH})
  RETURNING annotation_id AS id`,
);

/** Other tables that may have many rows of an integration. */
const DELETE_OTHERS = [
  statement(
    'delete-integration/delete-deliveries',
    `DELETE FROM webhook_deliveries WHERE id IN
     (SELECT id FROM webhook_deliveries WHERE webhook_id = $id LIMIT ${BATCH})`,
  ),
  statement(
    'delete-integration/delete-comments',
    `DELETE FROM external_comments WHERE integration_id = $id AND comment_id IN
     (SELECT comment_id FROM external_comments WHERE integration_id = $id LIMIT ${BATCH})`,
  ),
  statement(
    'delete-integration/delete-sent',
    `DELETE FROM sent_annotations WHERE integration_id = $id AND annotation_id IN
     (SELECT annotation_id FROM sent_annotations WHERE integration_id = $id LIMIT ${BATCH})`,
  ),
  statement(
    'delete-integration/delete-calls',
    `DELETE FROM inbound_calls WHERE integration_id = $id AND hash IN
     (SELECT hash FROM inbound_calls WHERE integration_id = $id LIMIT ${BATCH})`,
  ),
];

/**
 * Deletes the data of a deleted integration, then its row. Returns at the end or after a second;
 * the job finishes the rest, also after a failure.
 */
async function deleteIntegrationData(ctx: Context<'pool' | 'stopping'>, id: string): Promise<void> {
  await runWithinRequest(ctx, (run) => deleteAll(ctx, id, run), {
    message: 'integration data not fully deleted; the job continues',
    of: { integrationId: id },
  });
}

const FIND = statement(
  'delete-integration/find',
  'SELECT id FROM integrations WHERE deleted_at IS NOT NULL ORDER BY random()',
);

/** Finishes such deletions until the process stops. Skips those of other processes. */
export async function finishIntegrationDeletions(ctx: Context<'pool' | 'stopping'>): Promise<void> {
  const rows = await FIND.rows(ctx.services.pool);
  for (const { id } of rows) await deleteAll(ctx, id, BY_JOB);
}

const deleteAll = (ctx: Context<'pool' | 'stopping'>, id: string, run: BatchRun) =>
  inBatches(ctx, run, (sql) => deleteBatch(sql, id, run));

/** @returns whether rows may be left */
async function deleteBatch(sql: Queryable, id: string, { skip }: BatchRun): Promise<boolean> {
  const { rowCount: locked } = await LOCK.with({ skip }).run(sql, { id });
  if (locked === 0) return false;
  const rows = await DELETE_ISSUES.rows(sql, { id });
  if (rows.length > 0) {
    await refreshIssueLinks(
      sql,
      rows.map((row) => row.id),
    );
  }
  if (rows.length === BATCH) return true;
  for (const remove of DELETE_OTHERS) {
    if ((await remove.run(sql, { id })).rowCount === BATCH) return true;
  }
  await deleteRow(sql, 'webhooks', id);
  return false;
}
