import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { NotificationUpdate } from '../../../types/notification-update.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { openStream } from '../live/open-stream.ts';

const MEMBERSHIP = 'SELECT id FROM memberships WHERE organization_id = $1 AND user_id = $2';

/**
 * Streams the user's new notifications in an organization, and changes of the number of unread
 * ones. The stream ends when the token expires or the membership ends.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function notificationChanges(
  ctx: Context<'liveNotifications' | 'pool'>,
  organizationId: string,
): Promise<AsyncIterable<NotificationUpdate>> {
  await requireOrganization(ctx, organizationId, 'annotation.read');
  const token = requireToken(ctx);
  const { rows } = await ctx.services.pool.query<{ id: string }>(MEMBERSHIP, [organizationId, token.userId]);
  const [membership] = rows;
  if (!membership) throw notFound('Organization');
  const reader = { organizationId, topic: membership.id, ...token };
  return openStream(ctx, ctx.services.liveNotifications, reader, 'Organization');
}
