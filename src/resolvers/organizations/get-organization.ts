import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isId } from '../../infrastructure/database/ids.ts';
import { assertStanding, requireUser } from '../platform/policies/access.ts';
import { findJoined, type JoinedOrganization } from './joined-organization.ts';

/** One organization for a member. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export async function getOrganization(ctx: Context, id: string): Promise<JoinedOrganization> {
  const userId = requireUser(ctx);
  const organization = isId(id) ? await findJoined(ctx.services.pool, userId, id) : undefined;
  if (!organization) throw notFound('Organization');
  assertStanding(ctx, organization, 'organization.read');
  return organization;
}
