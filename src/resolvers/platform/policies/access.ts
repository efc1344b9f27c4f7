import type { CallContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import type { VerifiedToken } from '../../../infrastructure/secrets/access-tokens.ts';
import { type Action, can, leastRole } from './roles.ts';

/**
 * Id of the authenticated user.
 *
 * @throws UNAUTHENTICATED
 */
export const requireUser = (ctx: CallContext): string => requireToken(ctx).userId;

/**
 * Claims of the request's access token.
 *
 * @throws UNAUTHENTICATED
 */
export function requireToken(ctx: CallContext): VerifiedToken {
  if (ctx.actor.kind === 'user') return ctx.actor;
  const reason = ctx.actor.kind === 'anonymous' ? ctx.actor.reason : undefined;
  throw new AppError(
    'UNAUTHENTICATED',
    reason ??
      'An access token is required: send the header Authorization: Bearer <ACCESS_TOKEN> (POST /auth/login returns one)',
  );
}

/**
 * SQL that joins `m`, the user's membership in the organization of project `p`, if it includes the
 * project.
 *
 * @param user SQL expression of the user's id
 */
export const joinProjectMember = (user: string): string =>
  `JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = ${user} AND ${INCLUDES_PROJECT}`;

/** SQL condition: membership `m` includes project `p`. */
export const INCLUDES_PROJECT = `(m.all_projects OR EXISTS (
    SELECT FROM membership_projects mp WHERE mp.membership_id = m.id AND mp.project_id = p.id))`;

/** Columns of a membership `m` that guards read together with the guarded row. */
export const MEMBERSHIP_CLAIMS =
  'm.role, (SELECT token_generation FROM users WHERE id = m.user_id) AS "tokenGeneration"';

/** The user's role in an organization, and the generation of access tokens that is valid. */
export interface MembershipClaims {
  role: Role;
  tokenGeneration: number;
}

/**
 * Rejects access tokens issued before the last password reset.
 *
 * @throws UNAUTHENTICATED
 */
export function assertTokenCounts(ctx: CallContext, user: Pick<MembershipClaims, 'tokenGeneration'>): void {
  if (requireToken(ctx).tokenGeneration === user.tokenGeneration) return;
  throw new AppError('UNAUTHENTICATED', 'The password was reset after this access token was issued; log in again');
}

/**
 * Checks that a member may perform an action.
 *
 * @throws UNAUTHENTICATED if the token was revoked
 * @throws FORBIDDEN if the role does not permit the action
 */
export function assertMembership(ctx: CallContext, standing: MembershipClaims, action: Action): void {
  assertTokenCounts(ctx, standing);
  assertCan(standing.role, action);
  if (standing.role === 'guest') ctx.reader.isGuest = true;
}

/** Whether an e-mail address is hidden: guests see no address but their own. */
export const hidesAddressOf = (ctx: CallContext, userId: string | null): boolean =>
  ctx.reader.isGuest === true && (ctx.actor.kind !== 'user' || ctx.actor.userId !== userId);

/**
 * Checks that a role permits an action.
 *
 * @throws FORBIDDEN
 */
export function assertCan(role: Role, action: Action): void {
  if (can(role, action)) return;
  throw new AppError(
    'FORBIDDEN',
    `Your role is ${role}; this requires ${leastRole(action)}. Ask ${askable(action)} of the organization`,
  );
}

const askable = (action: Action): string => (leastRole(action) === 'owner' ? 'an owner' : 'an admin');
