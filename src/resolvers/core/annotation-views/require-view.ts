import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { type AnnotationView, Prisma } from '../../../generated/prisma/client.ts';
import { assertCan, type MembershipClaims, requireUser } from '../../platform/policies/access.ts';
import { guard, ofOrganization } from '../../platform/policies/require-row.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Select list for `FROM annotation_views v`. */
export const VIEW_COLUMNS = selectList(Prisma.AnnotationViewScalarFieldEnum, { alias: 'v' });

const idsOf = (member: string): string => `jsonb_array_elements_text(v.filter -> '${member}') named(id)`;

const NAMED_PROJECTS = `SELECT named.id::uuid FROM ${idsOf('projectIds')}
  UNION ALL SELECT l.project_id FROM ${idsOf('labelIds')} JOIN labels l ON l.id = named.id::uuid
  UNION ALL SELECT e.project_id FROM ${idsOf('environmentIds')} JOIN environments e ON e.id = named.id::uuid`;

/** SQL condition: membership `m` includes the projects that the filter of view `v` names. */
export const INCLUDES_VIEW = `(m.all_projects OR NOT EXISTS (
    ${NAMED_PROJECTS}
    EXCEPT SELECT mp.project_id FROM membership_projects mp WHERE mp.membership_id = m.id))`;

const requireOneOf = guard('require-view/for-user', {
  what: 'View',
  columns: VIEW_COLUMNS,
  from: `annotation_views v ${ofOrganization('v.organization_id')}`,
  where: `v.id = $id AND ${INCLUDES_VIEW}`,
  scope: 'organizationId',
});

/**
 * Loads a saved view if the user may change it: the user's or a shared one of the organization.
 *
 * @throws UNAUTHENTICATED
 * @throws FORBIDDEN also for a shared view without the permission to share
 * @throws NOT_FOUND also for a personal view of another member, and for projects that the user does
 *   not have
 */
export async function requireView(ctx: Context<'pool'>, id: string): Promise<AnnotationView & MembershipClaims> {
  const view = await requireOneOf(ctx, id, 'view.manage');
  if (view.isShared) assertCan(ctx, view.role, 'view.share');
  else if (view.userId !== requireUser(ctx)) throw notFound('View');
  return view;
}
