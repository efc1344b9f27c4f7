import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import {
  assertGranted,
  assertInGrant,
  assertMembership,
  grantOf,
  MEMBERSHIP_CLAIMS,
  type MembershipClaims,
  requireUser,
} from '../../platform/policies/access.ts';
import { me } from '../auth/me.ts';

/** An organization with a member's role. */
export interface JoinedOrganization {
  id: string;
  name: string;
  slug: string;
  role: Role;
  createdAt: Date;
  updatedAt: Date;
}

/** Organizations of user $1. A deleted organization has no members. */
const JOINED_ORGANIZATIONS = `SELECT o.id, o.name, o.slug, o.created_at, o.updated_at, ${MEMBERSHIP_CLAIMS}
   FROM organizations o JOIN memberships m ON m.organization_id = o.id WHERE m.user_id = $1`;

export const JOINED_COLUMNS = `id, name, slug, role, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Reads one of the user's organizations. */
export async function findJoined(
  sql: Queryable,
  userId: string,
  id: string,
): Promise<(JoinedOrganization & MembershipClaims) | undefined> {
  const { rows } = await sql.query<JoinedOrganization & MembershipClaims>(
    `SELECT ${JOINED_COLUMNS}, "tokenGeneration" FROM (${JOINED_ORGANIZATIONS}) AS mine WHERE id = $2`,
    [userId, id],
  );
  return rows[0];
}

/**
 * Reads an organization for a member.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getOrganization(ctx: Context<'pool'>, id: string): Promise<JoinedOrganization> {
  const userId = requireUser(ctx);
  const organization = isId(id) ? await findJoined(ctx.services.pool, userId, id) : undefined;
  if (!organization) throw notFound('Organization');
  assertInGrant(ctx, { organizationId: id }, 'organization.read', 'Organization');
  assertMembership(ctx, organization, 'organization.read');
  return organization;
}

/**
 * Lists the user's organizations, newest first.
 *
 * @throws UNAUTHENTICATED
 */
export async function listOrganizations(
  ctx: Context<'db' | 'pool'>,
  page: Page,
): Promise<PageRows<JoinedOrganization>> {
  assertGranted(ctx, 'organization.read');
  const { id } = await me(ctx);
  const { projects } = grantOf(ctx) ?? {};
  const clause = pageClause(page, 'desc', 3);
  const { rows } = await ctx.services.pool.query<JoinedOrganization>(
    `SELECT ${JOINED_COLUMNS} FROM (${JOINED_ORGANIZATIONS}) AS mine
      WHERE ($2::uuid[] IS NULL OR id = ANY($2)) ${clause.where} ${clause.orderAndLimit}`,
    [id, projects ? [...projects.values()] : null, ...clause.values],
  );
  return pageRows(rows, page);
}
