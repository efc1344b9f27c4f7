import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { lockRows } from '../../../infrastructure/database/rows.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { joinProjectMember } from '../../platform/policies/access.ts';
import { guard } from '../../platform/policies/require-row.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM projects p`. */
export const PROJECT_COLUMNS = selectList(Prisma.ProjectScalarFieldEnum, { alias: 'p' });

/** Loads a project if the user may perform `action` in it. */
export const requireProject = guard('require-project/for-user', {
  what: 'Project',
  columns: PROJECT_COLUMNS,
  from: `projects p ${joinProjectMember('$userId')}`,
  where: 'p.id = $id AND p.deleted_at IS NULL',
  scope: 'id',
});

/** A project with the user's role in its organization. */
export type ProjectAccess = Awaited<ReturnType<typeof requireProject>>;

/**
 * Reads a project for a member.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export const getProject = (ctx: Context<'pool'>, id: string): Promise<ProjectAccess> =>
  requireProject(ctx, id, 'project.read');

/**
 * Locks a project, so that new annotations and other changes of its environments wait for this
 * transaction.
 *
 * @throws NOT_FOUND for a deleted project
 */
export async function lockProject(sql: Queryable, projectId: string): Promise<void> {
  const locked = await lockRows(sql, 'projects FOR NO KEY UPDATE', projectId);
  if (locked.size === 0) throw notFound('Project');
}
