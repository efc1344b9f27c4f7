import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { Prisma, type Project } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../platform/policies/access.ts';
import { type InvalidIdPolicy, requireRow } from '../../platform/policies/require-row.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM projects p`. */
export const PROJECT_COLUMNS = selectList(Prisma.ProjectScalarFieldEnum, { alias: 'p' });

/** A project with the user's role in its organization. */
export type ProjectAccess = Project & MembershipClaims;

export const PROJECT_FOR_USER = statement(
  'require-project/project-for-user',
  `SELECT ${PROJECT_COLUMNS}, ${MEMBERSHIP_CLAIMS}
           FROM projects p
           ${joinProjectMember('$userId')}
          WHERE p.id = $id AND p.deleted_at IS NULL`,
  { prepared: true },
);

/**
 * Loads a project if the user may perform `action` in it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for a project of another organization
 */
export const requireProject = (
  ctx: Context<'pool'>,
  id: string,
  action: Action,
  invalidIdPolicy: InvalidIdPolicy = 'notFound',
): Promise<ProjectAccess> =>
  requireRow(ctx, {
    what: 'Project',
    id,
    query: PROJECT_FOR_USER,
    action,
    scopeOf: (project) => ({ projectId: project.id }),
    invalidIdPolicy,
  });

/**
 * Reads a project for a member.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export const getProject = (ctx: Context<'pool'>, id: string): Promise<ProjectAccess> =>
  requireProject(ctx, id, 'project.read');

const LOCK = statement(
  'require-project/lock',
  'SELECT id FROM projects WHERE id = $projectId AND deleted_at IS NULL FOR NO KEY UPDATE',
);

/**
 * Locks a project, so that new annotations and other changes of its environments wait for this
 * transaction.
 *
 * @throws NOT_FOUND for a deleted project
 */
export async function lockProject(sql: Queryable, projectId: string): Promise<void> {
  const locked = await LOCK.first(sql, { projectId });
  if (!locked) throw notFound('Project');
}
