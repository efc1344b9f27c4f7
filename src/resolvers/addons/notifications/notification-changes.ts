import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { NotificationUpdate } from '../../../types/notification-update.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { grantOf, requireToken } from '../../platform/policies/access.ts';
import { openStream } from '../live/open-stream.ts';
import { whileAllowed } from '../live/while-allowed.ts';
import { countUnread } from './list-notifications.ts';

const MEMBERSHIP = statement(
  'notification-changes/membership',
  'SELECT id FROM memberships WHERE organization_id = $organizationId AND user_id = $userId',
);

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
  const membership = await MEMBERSHIP.first(ctx.services.pool, { organizationId, userId: token.userId });
  if (!membership) throw notFound('Organization');
  const reader = { organizationId, topic: membership.id, ...token };
  const updates = await openStream(ctx, ctx.services.liveNotifications, reader, 'Organization');
  const projects = grantOf(ctx)?.projects;
  return whileAllowed(
    updates,
    () => true,
    (update) => (update.notification && projects?.has(update.notification.projectId) === false ? null : update),
  );
}

/**
 * Number of unread notifications in an update. The published one counts all projects, so that an
 * access token with listed projects gets a count of its own.
 */
export async function unreadCountOf(
  ctx: Context<'pool'>,
  { organizationId, unreadCount }: NotificationUpdate,
): Promise<number> {
  return grantOf(ctx)?.projects ? (await countUnread(ctx, organizationId)).count : unreadCount;
}
