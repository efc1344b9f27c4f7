import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { assertStanding, requireUser, STANDING, type Standing } from '../../platform/policies/access.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { type Malformed, requireRow } from '../../policies/require-row.ts';

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
  const { role } = await requireRow<Standing>(ctx, { what: 'Organization', id, query: MEMBER, action, malformed });
  return role;
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
