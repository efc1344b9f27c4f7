import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import {
  assertInGrant,
  assertMembership,
  assertTokenCounts,
  grantOf,
  MEMBERSHIP_CLAIMS,
  type MembershipClaims,
  requireUser,
} from './access.ts';
import { type Action, can, ROLES_OF } from './roles.ts';

type Claims = MembershipClaims | undefined;

const CLAIMS = statement(
  'related-access/claims',
  `SELECT m.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
           FROM memberships m WHERE m.user_id = $userId AND m.organization_id = ANY($organizationIds::uuid[])`,
  { prepared: true },
);

/**
 * Reads the role of a request's client in organizations, with one statement for an execution step.
 * Keeps no result: a stream reads again with each event.
 */
const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher(async (ids: string[]): Promise<Claims[]> => {
    const rows = await CLAIMS.rows(ctx.services.pool, { userId: requireUser(ctx), organizationIds: [...new Set(ids)] });
    const claims = new Map(rows.map((row) => [row.organizationId, row]));
    return ids.map((id) => claims.get(id));
  }, Infinity),
);

/** Object of a related field: an organization, or a project of it whose readers were checked. */
export interface RelatedScope {
  organizationId: string;
  projectId?: string;
}

/**
 * Checks that the client may perform an action on the parent of a related field.
 *
 * @param what name of the parent, for the message
 * @returns the role in the organization
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function requireRelated(
  ctx: Context<'pool'>,
  { organizationId, projectId }: RelatedScope,
  action: Action,
  what: 'Organization' | 'Project',
): Promise<Role> {
  const claims = await readerOf(ctx)(organizationId);
  if (!claims) throw notFound(what);
  assertInGrant(ctx, projectId === undefined ? { organizationId } : { projectId }, action, what);
  assertMembership(ctx, claims, action);
  return claims.role;
}

/**
 * Role of the client in an organization.
 *
 * @throws UNAUTHENTICATED
 * @throws NOT_FOUND for an organization without the client as a member
 */
export async function viewerRole(ctx: Context<'pool'>, organizationId: string): Promise<Role> {
  const claims = await readerOf(ctx)(organizationId);
  if (!claims) throw notFound('Organization');
  assertTokenCounts(ctx, claims);
  return claims.role;
}

/**
 * Actions that the role of the client, and the access token if there is one, permit; sorted.
 *
 * @throws the errors of `viewerRole`
 */
export async function viewerActions(
  ctx: Context<'pool'>,
  { organizationId, projectId }: RelatedScope,
): Promise<Action[]> {
  const role = await viewerRole(ctx, organizationId);
  const grant = grantOf(ctx);
  // A token with listed projects may only do to an organization what guests may.
  const isOfProject = projectId !== undefined || grant?.projects === undefined;
  const actions = Object.keys(ROLES_OF) as Action[];
  return actions
    .filter((action) => can(role, action) && (grant?.actions.has(action) ?? true))
    .filter((action) => isOfProject || can('guest', action))
    .sort();
}
