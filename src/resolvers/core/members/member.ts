import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { requireOrganization } from '../organizations/require-organization.ts';

/** A user in an organization. */
export interface Member {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: Date;
}

/** Members of organization $1. */
const MEMBERS = `SELECT m.id, m.user_id AS "userId", u.name, u.email, m.role, m.created_at
   FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1`;

const MEMBER_COLUMNS = `id, "userId", name, email, role, created_at AS "createdAt"`;

/**
 * Reads a member of an organization.
 *
 * @throws NOT_FOUND, also for a member of another organization
 */
export async function findMember(sql: Queryable, organizationId: string, id: string): Promise<Member> {
  if (!isId(id)) throw notFound('Member');
  const { rows } = await sql.query<Member>(`SELECT ${MEMBER_COLUMNS} FROM (${MEMBERS}) AS members WHERE id = $2`, [
    organizationId,
    id,
  ]);
  const [member] = rows;
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
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Member>(
    `SELECT ${MEMBER_COLUMNS} FROM (${MEMBERS}) AS members WHERE true ${clause.where} ${clause.orderAndLimit}`,
    [organizationId, ...clause.values],
  );
  return pageRows(rows, page);
}
