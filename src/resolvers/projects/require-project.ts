import type { Context } from '../../context.ts';
import type { Project } from '../../generated/prisma/client.ts';
import { STANDING, type Standing } from '../platform/policies/access.ts';
import type { Action } from '../platform/policies/roles.ts';
import { type Malformed, requireRow } from '../policies/require-row.ts';
import { PROJECT_COLUMNS } from './columns.ts';

/** A project with the caller's role in its organization. */
export type ProjectAccess = Project & Standing;

export const PROJECT_FOR_USER = {
  name: 'project-for-user',
  text: `SELECT ${PROJECT_COLUMNS}, ${STANDING}
           FROM projects p
           JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $2
          WHERE p.id = $1 AND p.deleted_at IS NULL`,
};

/**
 * The project, when the calling user may do `action` in it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's project as for none.
 */
export const requireProject = (
  ctx: Context,
  id: string,
  action: Action,
  malformed: Malformed = 'absent',
): Promise<ProjectAccess> =>
  requireRow<Project>(ctx, { what: 'Project', id, query: PROJECT_FOR_USER, action, malformed });
