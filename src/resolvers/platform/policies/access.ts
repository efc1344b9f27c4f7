import type { CallContext } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import type { VerifiedToken } from '../../../infrastructure/secrets/access-tokens.ts';
import type { TokenGrant } from '../../../infrastructure/secrets/token-grant.ts';
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

/** SQL expression: sorted listed projects of membership `m`; null if it has all. */
export const LISTED_PROJECTS = `CASE WHEN NOT m.all_projects THEN ARRAY(
    SELECT mp.project_id FROM membership_projects mp WHERE mp.membership_id = m.id ORDER BY 1)::text[] END`;

/** Columns of a membership `m` that guards read together with the guarded row. */
export const MEMBERSHIP_CLAIMS =
  'm.role, (SELECT token_generation FROM users WHERE id = m.user_id) AS "tokenGeneration"';

/** The user's role in an organization, and the generation of access tokens that is valid. */
export interface MembershipClaims {
  role: Role;
  /** Null if the account no longer exists. */
  tokenGeneration: number | null;
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
  assertCan(ctx, standing.role, action);
  if (standing.role === 'guest') ctx.reader.isGuest = true;
  if (!isGranted(ctx, 'diagnostics.read')) ctx.reader.isWithoutDiagnostics = true;
}

/** Limits of the call's access token or panel; undefined for the token of a session. */
export const grantOf = ({ actor }: CallContext): TokenGrant | undefined =>
  actor.kind === 'user' ? actor.grant : undefined;

/** Id of the access token that a written row names as `via`; null for sessions and the panel. */
export const viaOf = (ctx: CallContext): string | null => {
  const grant = grantOf(ctx);
  return grant && !grant.isPanel ? grant.id : null;
};

/** Object that an action concerns: a project, or else its organization as a whole. */
export type Scope = { projectId: string } | { organizationId: string };

/**
 * Checks that the access token, if there is one, includes the object of an action. A token with
 * listed projects may only do to an organization what guests may. The panel also lists members, to
 * assign and to mention them.
 *
 * @param what name of the resource, for the message
 * @throws NOT_FOUND, FORBIDDEN
 */
export function assertInGrant(ctx: CallContext, scope: Scope, action: Action, what: string): void {
  const { projects, isPanel } = grantOf(ctx) ?? {};
  if (!projects) return;
  if ('projectId' in scope) {
    if (!projects.has(scope.projectId)) throw notFound(what);
    return;
  }
  if (![...projects.values()].includes(scope.organizationId)) throw notFound(what);
  if (!can('guest', action) && !(isPanel && action === 'member.read')) throw needsAllProjects();
}

/** Error for an action on an organization by a token with listed projects. */
export const needsAllProjects = () =>
  new AppError(
    'FORBIDDEN',
    'This access token is limited to listed projects; this concerns the organization. Use a token with allProjects',
  );

/**
 * Checks that the access token, if there is one, has an action.
 *
 * @throws FORBIDDEN
 */
export function assertGranted(ctx: CallContext, action: Action): void {
  if (isGranted(ctx, action)) return;
  if (grantOf(ctx)?.isPanel) throw notInPanel();
  throw missingAction(action);
}

/** Error for an access token without an action. */
export const missingAction = (action: string) =>
  new AppError(
    'FORBIDDEN',
    `This access token does not have the action ${action}; add it to the token, or use another one`,
  );

/** Error for what a session of the panel may not do. */
export const notInPanel = () =>
  new AppError(
    'FORBIDDEN',
    'The panel on a page may read, reply, triage and check pages of comments only; open the dashboard for everything else',
  );

const isGranted = (ctx: CallContext, action: Action): boolean => grantOf(ctx)?.actions.has(action) ?? true;

/** Whether the reader sees no diagnostics: guests, and access tokens without the action. */
export const hidesDiagnostics = ({ reader }: CallContext): boolean =>
  reader.isGuest === true || reader.isWithoutDiagnostics === true;

/** Whether an e-mail address is hidden: guests see no address but their own. */
const hidesAddressOf = (ctx: CallContext, userId: string | null): boolean =>
  ctx.reader.isGuest === true && (ctx.actor.kind !== 'user' || ctx.actor.userId !== userId);

/** Domain of the addresses of service accounts, which receive no mail. */
export const SERVICE_ACCOUNT_DOMAIN = 'access-token.invalid';

/** Whether an address is that of a service account. */
export const isServiceAccount = (email: string | null): boolean =>
  email?.endsWith(`@${SERVICE_ACCOUNT_DOMAIN}`) ?? false;

/** E-mail address of a user as a reader sees it; null for a service account. */
export const shownAddress = (ctx: CallContext, userId: string | null, email: string | null): string | null =>
  isServiceAccount(email) || hidesAddressOf(ctx, userId) ? null : email;

/**
 * Checks that a role, and the access token if there is one, permit an action.
 *
 * @throws FORBIDDEN
 */
export function assertCan(ctx: CallContext, role: Role, action: Action): void {
  assertGranted(ctx, action);
  if (can(role, action)) return;
  throw new AppError(
    'FORBIDDEN',
    `Your role is ${role}; this requires ${leastRole(action)}. Ask ${askable(action)} of the organization`,
  );
}

const askable = (action: Action): string => (leastRole(action) === 'owner' ? 'an owner' : 'an admin');
