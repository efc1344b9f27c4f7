import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { recordAccessChange } from '../../events/record-access-change.ts';
import { projectTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { requireProject } from '../../projects/require-project.ts';
import { endWebhooks } from '../../webhooks/end-webhooks.ts';

/** Hides the project at once; the retention job removes its data 30 days later. @throws FORBIDDEN, NOT_FOUND */
export async function deleteProject(ctx: Context, id: string): Promise<{ id: string }> {
  const project = await requireProject(ctx, id, 'project.delete');
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await sql.query(
      'UPDATE projects SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    if (rowCount === 0) throw notFound('Project');
    const { organizationId } = project;
    await endWebhooks(sql, 'project_id', id);
    await recordAccessChange(sql, organizationId);
    await recordAudit(sql, ctx, { organizationId, action: 'project_deleted', target: projectTarget(project) });
  });
  ctx.services.nudgeRelay();
  return { id };
}
