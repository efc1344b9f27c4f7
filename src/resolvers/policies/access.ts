import type { Context } from '../../context.ts';
import { AppError, badInput, notFound } from '../../errors.ts';
import type { Project, Role } from '../../generated/prisma/client.ts';
import { isId } from '../../infrastructure/ids.ts';
import { PROJECT_COLUMNS } from '../projects/columns.ts';
import { type Action, can, leastRole } from './organization.ts';

/** The calling user's id. @throws UNAUTHENTICATED */
export function requireUser(ctx: Context): string {
  if (ctx.actor.kind === 'user') return ctx.actor.userId;
  const reason = ctx.actor.kind === 'anonymous' ? ctx.actor.reason : undefined;
  throw new AppError(
    'UNAUTHENTICATED',
    reason ??
      'This needs an access token: send the header Authorization: Bearer <ACCESS_TOKEN> (POST /auth/login gives one)',
  );
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
export type ProjectAccess = Project & { role: Role };

export const PROJECT_FOR_USER = {
  name: 'project-for-user',
  text: `SELECT ${PROJECT_COLUMNS}, m.role
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
  assertCan(project.role, action);
  return project;
}

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
  const membership = await ctx.services.db.membership.findUnique({
    where: { organizationId_userId: { organizationId: id, userId } },
    select: { role: true },
  });
  if (!membership) throw notFound('Organization');
  assertCan(membership.role, action);
  return membership.role;
}

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
  const first = await ctx.services.db.membership.findFirst({
    where: { userId: requireUser(ctx) },
    orderBy: { createdAt: 'asc' },
    select: { organizationId: true, role: true },
  });
  if (!first) throw badInput('organizationId: you are in no organization; make one first (POST /organizations)');
  assertCan(first.role, action);
  return first.organizationId;
}
