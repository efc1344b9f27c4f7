import { z } from 'zod';
import { badField } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { LIMITS } from '../../platform/input/limits.ts';

/** Projects of a member. Without `allProjects`, an empty list means none. */
export interface ProjectAccess {
  allProjects: boolean;
  projectIds: string[];
}

/** List of at most `max` ids of projects. */
export const projectIdsInput = (max: number) =>
  z.array(z.string().refine(isId, 'must be a UUID')).max(max, `must list at most ${max} projects`).nullish();

/** Members of input that choose the projects of a member. */
export const projectAccessInput = {
  allProjects: z.boolean().nullish(),
  projectIds: projectIdsInput(LIMITS.memberProjects),
};

export interface ProjectAccessInput {
  allProjects?: boolean | null;
  projectIds?: string[] | null;
}

const ALL: ProjectAccess = { allProjects: true, projectIds: [] };

/**
 * Returns the projects of a member with this role.
 *
 * @param current projects that the member keeps if the input names none
 * @throws BAD_USER_INPUT if the role cannot have the projects
 */
export function resolveProjectAccess(
  role: Role,
  { allProjects, projectIds }: ProjectAccessInput,
  current: ProjectAccess = ALL,
): ProjectAccess {
  const isNamed = allProjects != null || projectIds != null;
  if (role === 'owner' || role === 'admin') {
    if (allProjects !== false && !projectIds?.length) return ALL;
    throw badField('projectIds', 'owners and admins have all projects; omit allProjects and projectIds');
  }
  if (allProjects && projectIds?.length) throw badField('projectIds', 'must be omitted if allProjects is true');
  const chosen = isNamed
    ? { allProjects: allProjects ?? false, projectIds: [...new Set(projectIds)].sort() }
    : { allProjects: current.allProjects, projectIds: current.projectIds };
  if (role === 'guest' && (chosen.allProjects || chosen.projectIds.length === 0)) {
    throw badField('projectIds', 'a guest needs at least one project, and cannot have all; list the projects to share');
  }
  return chosen;
}

const LIVE_PROJECTS =
  'SELECT id FROM projects WHERE organization_id = $organizationId AND id = ANY($projectIds::uuid[]) AND deleted_at IS NULL';
const FIND = statement('project-access/find', LIVE_PROJECTS);

/**
 * Checks that ids name projects of an organization.
 *
 * @throws BAD_USER_INPUT
 */
export async function assertProjectsOf(sql: Queryable, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await FIND.rows(sql, { organizationId, projectIds: ids });
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing) throw badField('projectIds', `${missing} is not a project of this organization`);
}

const DELETE = statement('project-access/delete', 'DELETE FROM membership_projects WHERE membership_id = $memberId');
const INSERT = statement(
  'project-access/insert',
  `INSERT INTO membership_projects (membership_id, project_id) SELECT $memberId, id FROM (${LIVE_PROJECTS}) AS live`,
);

/** Replaces the listed projects of a membership. Deleted projects are omitted. */
export async function replaceProjects(
  sql: Queryable,
  { organizationId, memberId, projectIds }: { organizationId: string; memberId: string; projectIds: string[] },
): Promise<void> {
  await DELETE.run(sql, { memberId });
  if (projectIds.length > 0) await INSERT.run(sql, { organizationId, projectIds, memberId });
}
