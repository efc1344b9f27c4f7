import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { projectTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { requireProject } from './require-project.ts';

const HIDE = statement(
  'delete-project/hide',
  'UPDATE projects SET deleted_at = now() WHERE id = $id AND deleted_at IS NULL',
);

/**
 * Deletes a project, immediately for everyone. The retention job removes the data after 30 days.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteProject(
  ctx: Context<'changeHandlers' | 'logger' | 'pool' | 'wakeRelay'>,
  id: string,
): Promise<{ id: string }> {
  const project = await requireProject(ctx, id, 'project.delete');
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await HIDE.run(sql, { id });
    if (rowCount === 0) throw notFound('Project');
    const { organizationId } = project;
    for (const handle of ctx.services.changeHandlers.projectDeletion) await handle(sql, ctx, id);
    await recordAccessChange(sql, organizationId);
    await recordAudit(sql, ctx, { organizationId, action: 'project_deleted', target: projectTarget(project) });
  });
  ctx.services.wakeRelay();
  return { id };
}
