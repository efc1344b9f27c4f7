import type { CallContext, Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { INCLUDES_PROJECT, requireUser } from '../../platform/policies/access.ts';
import { requireOrganization } from '../organizations/require-organization.ts';

/** A user in an organization. */
export interface Member {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: Role;
  allProjects: boolean;
  /** Listed projects that the reader of the member has, too. */
  projectIds: string[];
  createdAt: Date;
}

/** Listed projects of membership `listed` that the user has. */
const PROJECT_IDS = `ARRAY(
    SELECT p.id FROM membership_projects lp
      JOIN projects p ON p.id = lp.project_id AND p.deleted_at IS NULL
      JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $userId AND ${INCLUDES_PROJECT}
     WHERE lp.membership_id = listed.id ORDER BY p.id)`;

/** Members of an organization for a user. */
const MEMBERS = `SELECT listed.id, listed.user_id AS "userId", u.name, u.email, listed.role,
     listed.all_projects AS "allProjects", ${PROJECT_IDS} AS "projectIds", listed.created_at
   FROM memberships listed JOIN users u ON u.id = listed.user_id
    WHERE listed.organization_id = $organizationId AND listed.access_token_id IS NULL`;

const MEMBER_COLUMNS = `id, "userId", name, email, role, "allProjects", "projectIds" AS "projectIds!", created_at AS "createdAt"`;

const FIND = statement('member/find', `SELECT ${MEMBER_COLUMNS} FROM (${MEMBERS}) AS members WHERE id = $id`);

const LIST = statement('member/list', `SELECT ${MEMBER_COLUMNS} FROM (${MEMBERS}) AS members WHERE true ${NEWEST}`);

/**
 * Reads a member of an organization.
 *
 * @throws NOT_FOUND, also for a member of another organization
 */
export async function findMember(
  sql: Queryable,
  ctx: CallContext,
  organizationId: string,
  id: string,
): Promise<Member> {
  if (!isId(id)) throw notFound('Member');
  const member = await FIND.first(sql, { organizationId, userId: requireUser(ctx), id });
  if (!member) throw notFound('Member');
  return member;
}

/**
 * Lists the members of an organization, the newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listMembers(ctx: Context<'pool'>, organizationId: string, page: Page): Promise<PageRows<Member>> {
  await requireOrganization(ctx, organizationId, 'member.read');
  return readNewest(ctx, LIST, page, { organizationId, userId: requireUser(ctx) });
}

const OF_PROJECT = relatedList('member/of-project', {
  columns: `m.id, m.user_id AS "userId", m.name, m.email, m.role, m.all_projects AS "allProjects",
    m.project_ids AS "projectIds!", m.created_at AS "createdAt"`,
  table: `(SELECT listed.*, u.name, u.email, ${PROJECT_IDS} AS project_ids
    FROM memberships listed JOIN users u ON u.id = listed.user_id WHERE listed.access_token_id IS NULL)`,
  alias: 'm',
  where: `EXISTS (SELECT FROM projects p WHERE p.id = related_to AND p.organization_id = m.organization_id
                     AND ${INCLUDES_PROJECT})`,
  direction: 'desc',
});

/**
 * Members of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const membersOfProject = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<Member>> =>
  relatedRows(ctx, OF_PROJECT, projectId, page, { userId: requireUser(ctx) });
