import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Project } from '../../../generated/prisma/client.ts';
import { newProjectKey } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { projectTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { PROJECT_COLUMNS, requireProject } from './require-project.ts';

/** Reads the replaced key in the statement itself, so that concurrent rotations lose none. */
const ROTATE = statement(
  'rotate-project-key/rotate',
  `UPDATE projects p
    SET previous_key = project_key, previous_key_expires_at = now() + interval '24 hours', project_key = $projectKey, updated_at = ${monotonicNow('updated_at')}
  WHERE id = $id AND deleted_at IS NULL RETURNING ${PROJECT_COLUMNS}`,
);

/**
 * Rotates a project's key; the previous one stays valid for 24 hours.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function rotateProjectKey(ctx: Context<'pool'>, id: string): Promise<Project> {
  await requireProject(ctx, id, 'project.change');
  return inTransaction(ctx.services.pool, async (sql) => {
    const project = await ROTATE.first(sql, { id, projectKey: newProjectKey() });
    if (!project) throw notFound('Project');
    const { organizationId } = project;
    await recordAudit(sql, ctx, { organizationId, action: 'project_key_rotated', target: projectTarget(project) });
    return project;
  });
}
