import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../infrastructure/database/transaction.ts';
import { integrationTarget } from '../audit/audit-targets.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { showIssues } from './outgoing/issue-rows.ts';
import { requireIntegration } from './require-integration.ts';

/** Removes an integration, what waits for it, and the links to its issues, which stay where they are. @throws FORBIDDEN, NOT_FOUND */
export async function deleteIntegration(ctx: Context, id: string): Promise<{ id: string }> {
  const integration = await requireIntegration(ctx, id);
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rows } = await sql.query<{ id: string }>(
      'SELECT annotation_id AS id FROM external_issues WHERE integration_id = $1 ORDER BY annotation_id',
      [id],
    );
    const { rowCount } = await sql.query('DELETE FROM webhooks WHERE id = $1', [id]);
    if (rowCount === 0) throw notFound('Integration');
    await showIssues(
      sql,
      rows.map((row) => row.id),
    );
    await recordAudit(sql, ctx, {
      organizationId: integration.organizationId,
      action: 'integration_deleted',
      target: integrationTarget(integration),
    });
  });
  return { id };
}
