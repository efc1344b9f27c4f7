import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import {
  assertInGrant,
  assertMembership,
  grantOf,
  MEMBERSHIP_CLAIMS,
  requireUser,
} from '../../platform/policies/access.ts';
import { type InvalidIdPolicy, requireRow } from '../../platform/policies/require-row.ts';
import type { Action } from '../../platform/policies/roles.ts';

const MEMBER = statement(
  'require-organization/member',
  `SELECT ${MEMBERSHIP_CLAIMS} FROM memberships m WHERE m.organization_id = $id AND m.user_id = $userId`,
  { prepared: true },
);

/**
 * The user's role in an organization, if it permits `action`.
 *
 * @throws the errors of `requireRow`
 */
export async function requireOrganization(
  ctx: Context<'pool'>,
  id: string,
  action: Action,
  invalidIdPolicy: InvalidIdPolicy = 'notFound',
): Promise<Role> {
  const { role } = await requireRow(ctx, {
    what: 'Organization',
    id,
    query: MEMBER,
    action,
    scopeOf: () => ({ organizationId: id }),
    invalidIdPolicy,
  });
  return role;
}

/**
 * Checks the user's role in an organization for an action on annotations of its projects. A token
 * with listed projects may perform it if one of them is of the organization; the caller limits the
 * annotations to these.
 *
 * @throws the errors of `requireRow`
 */
export async function requireInProjects(
  ctx: Context<'pool'>,
  id: string,
  action: Action,
  invalidIdPolicy: InvalidIdPolicy,
): Promise<void> {
  const [granted] = [...(grantOf(ctx)?.projects ?? [])].find(([, organizationId]) => organizationId === id) ?? [];
  await requireRow(ctx, {
    what: 'Organization',
    id,
    query: MEMBER,
    action,
    scopeOf: () => (granted === undefined ? { organizationId: id } : { projectId: granted }),
    invalidIdPolicy,
  });
}

const FIRST_JOINED = statement(
  'require-organization/first-joined',
  `SELECT m.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
  FROM memberships m WHERE m.user_id = $userId ORDER BY m.created_at LIMIT 1`,
);

/**
 * Organization of a call that need not name one: the user's first by default.
 *
 * @returns its id
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for a malformed id, or if the user has no organization
 */
export async function requireOrganizationOrFirst(
  ctx: Context<'pool'>,
  id: string | null | undefined,
  action: Action,
): Promise<string> {
  if (id != null) {
    await requireOrganization(ctx, id, action, { field: 'organizationId' });
    return id;
  }
  const first = await FIRST_JOINED.first(ctx.services.pool, { userId: requireUser(ctx) });
  if (!first) throw badField('organizationId', 'you have no organization; create one first (POST /organizations)');
  assertInGrant(ctx, first, action, 'Organization');
  assertMembership(ctx, first, action);
  return first.organizationId;
}
