import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
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

/** Organizations of a user. A deleted organization has no members. */
export const JOINED_ORGANIZATIONS = `SELECT o.id, o.name, o.slug, o.created_at, o.updated_at, ${MEMBERSHIP_CLAIMS}
   FROM organizations o JOIN memberships m ON m.organization_id = o.id WHERE m.user_id = $userId`;

export const JOINED_COLUMNS = `id, name, slug, role, created_at AS "createdAt", updated_at AS "updatedAt"`;

const FIND = statement(
  'joined-organization/find',
  `SELECT ${JOINED_COLUMNS}, "tokenGeneration" FROM (${JOINED_ORGANIZATIONS}) AS mine WHERE id = $id`,
);

const LIST = statement(
  'joined-organization/list',
  `SELECT ${JOINED_COLUMNS} FROM (${JOINED_ORGANIZATIONS}) AS mine
  WHERE ($granted?::uuid[] IS NULL OR id = ANY($granted)) ${NEWEST}`,
);

/** Reads one of the user's organizations. */
export const findJoined = (
  sql: Queryable,
  userId: string,
  id: string,
): Promise<(JoinedOrganization & MembershipClaims) | undefined> => FIND.first(sql, { userId, id });

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
  const { id: userId } = await me(ctx);
  const { projects } = grantOf(ctx) ?? {};
  return readNewest(ctx, LIST, page, { userId, granted: projects ? [...projects.values()] : null });
}
