import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { environmentTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { lockProject } from '../projects/require-project.ts';
import { assignEnvironments, scheduleAssignment } from './assign-environments.ts';
import { requireEnvironment } from './require-environment.ts';

/**
 * Deletes an environment. Its annotations move to the next matching environment, or to none.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteEnvironment(ctx: Context<'pool' | 'stopping'>, id: string): Promise<{ id: string }> {
  const environment = await requireEnvironment(ctx, id, 'environment.manage');
  const { organizationId, projectId } = environment;
  await inTransaction(ctx.services.pool, async (sql) => {
    await lockProject(sql, projectId);
    await scheduleAssignment(sql, projectId);
    if (!(await deleteRow(sql, 'environments', id))) throw notFound('Environment');
    await recordAudit(sql, ctx, {
      organizationId,
      action: 'environment_deleted',
      target: environmentTarget(environment),
    });
  });
  await assignEnvironments(ctx, projectId);
  return { id };
}
