import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { grantOf, INCLUDES_PROJECT, MEMBERSHIP_CLAIMS, requireUser } from '../../platform/policies/access.ts';
import { requireRow } from '../../platform/policies/require-row.ts';
import type { AddValue } from '../../platform/sql/fragment.ts';
import { type Audience, audienceOf } from '../annotations/visibility.ts';
import { requireProject } from '../projects/require-project.ts';

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
  /** The same condition by projects only. */
  inProjects: (add: AddValue) => string;
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
): WorkListScope => {
  const condition = (add: AddValue) => `a.project_id = ${add(id)}::uuid`;
  return { audience, userId: requireUser(ctx), organizationId, projectIds: [id], condition, inProjects: condition };
};

/**
 * Membership with its projects, and the number of all of the organization, deleted ones included.
 */
export const MEMBER = statement(
  'work-list-scope/member',
  `SELECT ${MEMBERSHIP_CLAIMS},
                ARRAY(SELECT p.id FROM projects p
                       WHERE p.organization_id = $id AND p.deleted_at IS NULL AND ${INCLUDES_PROJECT}) AS ids,
                (SELECT count(*)::int FROM projects WHERE organization_id = $id) AS "projectCount!",
                EXISTS (SELECT FROM backfills WHERE name = 'annotation-triage' AND finished_at IS NULL) AS "isFilling"
           FROM memberships m WHERE m.organization_id = $id AND m.user_id = $userId`,
  { prepared: true },
);

/**
 * Scope of the member's projects of an organization.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function organizationScope(ctx: Context<'pool'>, organizationId: string): Promise<WorkListScope> {
  const member = await requireRow(ctx, {
    what: 'Organization',
    id: organizationId,
    query: MEMBER,
    action: 'annotation.read',
    scopeOf: () => ({ organizationId }),
  });
  const { projectCount, isFilling } = member;
  const granted = grantOf(ctx)?.projects;
  const projectIds = granted ? member.ids.filter((id) => granted.has(id)) : member.ids;
  const inProjects = (add: AddValue) => `a.project_id = ANY(${add(projectIds)}::uuid[])`;
  return {
    audience: audienceOf(ctx),
    userId: requireUser(ctx),
    organizationId,
    projectIds,
    inProjects,
    condition: (add) => {
      // Until the backfill ends, old rows have no organization.
      const ofOrganization = isFilling ? [] : [`a.organization_id = ${add(organizationId)}::uuid`];
      const ofProjects = isFilling || projectIds.length < projectCount ? [inProjects(add)] : [];
      return [...ofOrganization, ...ofProjects].join(' AND ');
    },
  };
}
