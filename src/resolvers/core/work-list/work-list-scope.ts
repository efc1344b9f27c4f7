import type { Context } from '../../../context.ts';
import { grantOf, joinProjectMember, requireUser } from '../../platform/policies/access.ts';
import { type Audience, audienceOf } from '../annotations/visibility.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { requireProject } from '../projects/require-project.ts';
import type { AddValue } from './filter-conditions.ts';

/** Annotations that a work list is of, as far as the member may read them. */
export interface WorkListScope {
  audience: Audience;
  /** The reader. */
  userId: string;
  organizationId: string;
  /** Projects of the scope. */
  projectIds: readonly string[];
  /** SQL condition on annotations `a`. */
  condition: (add: AddValue) => string;
}

/**
 * Scope of one project.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function projectScope(ctx: Context<'pool'>, projectId: string): Promise<WorkListScope> {
  const project = await requireProject(ctx, projectId, 'annotation.read');
  return scopeOfProject(ctx, project, audienceOf(ctx));
}

/**
 * Scope of one project, without a check of rights.
 *
 * @throws UNAUTHENTICATED
 */
export const scopeOfProject = (
  ctx: Context<'pool'>,
  { id, organizationId }: { id: string; organizationId: string },
  audience: Audience,
): WorkListScope => ({
  audience,
  userId: requireUser(ctx),
  organizationId,
  projectIds: [id],
  condition: (add) => `a.project_id = ${add(id)}::uuid`,
});

/** Projects of the member, and whether they are all of the organization, deleted ones included. */
const PROJECTS = {
  name: 'work-list-projects',
  text: `SELECT coalesce(array_agg(p.id), '{}') AS ids,
                count(*) = (SELECT count(*) FROM projects WHERE organization_id = $1) AS "isComplete",
                EXISTS (SELECT FROM backfills WHERE name = 'annotation-triage' AND finished_at IS NULL) AS "isFilling"
           FROM projects p ${joinProjectMember('$2')}
          WHERE p.organization_id = $1 AND p.deleted_at IS NULL AND ($3::uuid[] IS NULL OR p.id = ANY($3))`,
};

interface ProjectsRow {
  ids: string[];
  isComplete: boolean;
  isFilling: boolean;
}

/**
 * Scope of the member's projects of an organization.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function organizationScope(ctx: Context<'pool'>, organizationId: string): Promise<WorkListScope> {
  await requireOrganization(ctx, organizationId, 'annotation.read');
  const userId = requireUser(ctx);
  const granted = grantOf(ctx)?.projects;
  const { rows } = await ctx.services.pool.query<ProjectsRow>({
    ...PROJECTS,
    values: [organizationId, userId, granted ? [...granted.keys()] : null],
  });
  const { ids, isComplete, isFilling } = rows[0] as ProjectsRow;
  return {
    audience: audienceOf(ctx),
    userId,
    organizationId,
    projectIds: ids,
    condition: (add) => {
      // Until the backfill ends, old rows have no organization.
      const ofOrganization = isFilling ? [] : [`a.organization_id = ${add(organizationId)}::uuid`];
      const ofProjects = isFilling || !isComplete ? [`a.project_id = ANY(${add(ids)}::uuid[])`] : [];
      return [...ofOrganization, ...ofProjects].join(' AND ');
    },
  };
}
