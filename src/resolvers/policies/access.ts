import type { Context } from '../../context.ts';
import { AppError, badInput, notFound } from '../../errors.ts';
import type { Project, Role } from '../../generated/prisma/client.ts';
import type { VerifiedToken } from '../../infrastructure/access-tokens.ts';
import { isId } from '../../infrastructure/ids.ts';
import { PROJECT_COLUMNS } from '../projects/columns.ts';
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

/** A project with the caller's role in its organization. */
export type ProjectAccess = Project & Standing;

export const PROJECT_FOR_USER = {
  name: 'project-for-user',
  text: `SELECT ${PROJECT_COLUMNS}, ${STANDING}
           FROM projects p
           JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $2
          WHERE p.id = $1 AND p.deleted_at IS NULL`,
};

/** What a malformed id means: the resource of a path is absent, a field of a body is wrong. */
export type Malformed = 'absent' | { field: string };

/**
 * The project, when the calling user may do `action` in it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's project as for none.
 */
export async function requireProject(
  ctx: Context,
  id: string,
  action: Action,
  malformed: Malformed = 'absent',
): Promise<ProjectAccess> {
  const userId = requireUser(ctx);
  if (!isId(id)) throw malformed === 'absent' ? notFound('Project') : badInput(`${malformed.field}: must be a UUID`);
  const { rows } = await ctx.services.pool.query<ProjectAccess>({ ...PROJECT_FOR_USER, values: [id, userId] });
  const [project] = rows;
  if (!project) throw notFound('Project');
  assertStanding(ctx, project, action);
  return project;
}

const MEMBER = {
  name: 'member-of-organization',
  text: `SELECT ${STANDING} FROM memberships m WHERE m.organization_id = $1 AND m.user_id = $2`,
};

/** The caller's role in an organization, when it allows `action`. @throws as `requireProject` */
export async function requireOrganization(
  ctx: Context,
  id: string,
  action: Action,
  malformed: Malformed = 'absent',
): Promise<Role> {
  const userId = requireUser(ctx);
  if (!isId(id))
    throw malformed === 'absent' ? notFound('Organization') : badInput(`${malformed.field}: must be a UUID`);
  const { rows } = await ctx.services.pool.query<Standing>({ ...MEMBER, values: [id, userId] });
  const [membership] = rows;
  if (!membership) throw notFound('Organization');
  assertStanding(ctx, membership, action);
  return membership.role;
}

const FIRST_JOINED = `SELECT m.organization_id AS "organizationId", ${STANDING}
  FROM memberships m WHERE m.user_id = $1 ORDER BY m.created_at LIMIT 1`;

/**
 * The organization that a call acts on which need not name one: the caller's first, unless it does.
 * @returns its id
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND; BAD_USER_INPUT for a malformed id, and for none from a user without any
 */
export async function requireOrganizationOrFirst(
  ctx: Context,
  id: string | null | undefined,
  action: Action,
): Promise<string> {
  if (id != null) {
    await requireOrganization(ctx, id, action, { field: 'organizationId' });
    return id;
  }
  const { rows } = await ctx.services.pool.query<Standing & { organizationId: string }>(FIRST_JOINED, [
    requireUser(ctx),
  ]);
  const [first] = rows;
  if (!first) throw badInput('organizationId: you are in no organization; make one first (POST /organizations)');
  assertStanding(ctx, first, action);
  return first.organizationId;
}
