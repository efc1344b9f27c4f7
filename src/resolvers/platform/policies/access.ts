import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import type { VerifiedToken } from '../../../infrastructure/secrets/access-tokens.ts';
import { type Action, can, leastRole } from './roles.ts';

/** The calling user's id. @throws UNAUTHENTICATED */
export const requireUser = (ctx: Context): string => requireToken(ctx).userId;

/** What the caller's access token says. @throws UNAUTHENTICATED */
export function requireToken(ctx: Context): VerifiedToken {
  if (ctx.actor.kind === 'user') return ctx.actor;
  const reason = ctx.actor.kind === 'anonymous' ? ctx.actor.reason : undefined;
  throw new AppError(
    'UNAUTHENTICATED',
    reason ??
      'This needs an access token: send the header Authorization: Bearer <ACCESS_TOKEN> (POST /auth/login gives one)',
  );
}

/** Columns of a membership `m` that a guard reads with what it guards. */
export const STANDING = 'm.role, (SELECT token_generation FROM users WHERE id = m.user_id) AS "tokenGeneration"';

/** The caller's role in an organization, and the generation of access tokens that counts. */
export interface Standing {
  role: Role;
  tokenGeneration: number;
}

/** @throws UNAUTHENTICATED when the password was reset since the caller's access token was given */
export function assertTokenCounts(ctx: Context, user: Pick<Standing, 'tokenGeneration'>): void {
  if (requireToken(ctx).tokenGeneration === user.tokenGeneration) return;
  throw new AppError('UNAUTHENTICATED', 'The password was reset since this access token was given; log in again');
}

/** @throws UNAUTHENTICATED when the token does not count any more, FORBIDDEN when the role does not suffice */
export function assertStanding(ctx: Context, standing: Standing, action: Action): void {
  assertTokenCounts(ctx, standing);
  assertCan(standing.role, action);
}

/** @throws FORBIDDEN when the role does not suffice. */
export function assertCan(role: Role, action: Action): void {
  if (can(role, action)) return;
  throw new AppError(
    'FORBIDDEN',
    `Your role is ${role}; this needs ${leastRole(action)}. Ask ${askable(action)} of the organization`,
  );
}

const askable = (action: Action): string => (leastRole(action) === 'owner' ? 'an owner' : 'an admin');
