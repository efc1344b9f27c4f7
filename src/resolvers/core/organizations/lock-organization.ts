import type { CallContext } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import {
  assertCan,
  assertInGrant,
  assertTokenCounts,
  MEMBERSHIP_CLAIMS,
  type MembershipClaims,
  requireUser,
} from '../../platform/policies/access.ts';
import type { Action } from '../../platform/policies/roles.ts';

const OF_MEMBER = `SELECT name, slug FROM organizations o
  WHERE id = $id AND deleted_at IS NULL
    AND EXISTS (SELECT FROM memberships WHERE organization_id = o.id AND user_id = $userId)`;
const LOCKS = {
  'no key update': statement('lock-organization/lock', `${OF_MEMBER} FOR NO KEY UPDATE`),
  update: statement('lock-organization/lock-for-update', `${OF_MEMBER} FOR UPDATE`),
};

/** Read after locking: the role may have changed meanwhile. */
const MEMBER = statement(
  'lock-organization/member',
  `SELECT m.id, ${MEMBERSHIP_CLAIMS} FROM memberships m WHERE m.organization_id = $id AND m.user_id = $userId`,
);

export interface LockedOrganization {
  id: string;
  name: string;
  slug: string;
  /** The user's membership. */
  member: { id: string } & MembershipClaims;
}

/**
 * Locks an organization, so that other changes of it and its members wait for this transaction.
 *
 * @param action required action; membership suffices without it
 * @param strength `update` also blocks inserts that reference the organization
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function lockOrganization(
  sql: Queryable,
  ctx: CallContext,
  id: string,
  action?: Action,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<LockedOrganization> {
  const userId = requireUser(ctx);
  if (!isId(id)) throw notFound('Organization');
  const organization = await LOCKS[strength].first(sql, { id, userId });
  const member = await MEMBER.first(sql, { id, userId });
  if (!organization || !member) throw notFound('Organization');
  assertTokenCounts(ctx, member);
  if (action) {
    assertInGrant(ctx, { organizationId: id }, action, 'Organization');
    assertCan(ctx, member.role, action);
  }
  return { id, ...organization, member };
}
