import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { NotificationRow } from '../../../types/notification-update.ts';
import { IS_AWAKE } from '../../core/annotations/reader-threads.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { grantOf, requireUser } from '../../platform/policies/access.ts';
import { IS_READABLE, NOTIFICATION_COLUMNS, READABLE_NOTIFICATIONS } from './readable.ts';

/** Condition: of a user in an organization, in the projects of an access token. */
const OWN = `m.organization_id = $organizationId AND m.user_id = $userId AND ($granted?::uuid[] IS NULL OR n.project_id = ANY($granted)) AND ${IS_READABLE}`;

/** Notifications counted at most; the number of more is not of use. */
export const MAX_COUNT = 1_000;

const COUNT = statement(
  'list-notifications/count',
  `SELECT count(*)::int AS count FROM (
     SELECT FROM ${READABLE_NOTIFICATIONS} WHERE ${OWN} AND ${IS_AWAKE} AND n.read_at IS NULL LIMIT ${MAX_COUNT}) AS unread`,
);

const LIST = statement(
  'list-notifications/list',
  `SELECT own.* FROM (
     SELECT ${NOTIFICATION_COLUMNS}, n.created_at FROM ${READABLE_NOTIFICATIONS}
      WHERE ${OWN} AND (${IS_AWAKE}) <> $snoozed::boolean AND (NOT $unreadOnly::boolean OR n.read_at IS NULL)) AS own
  WHERE true ${NEWEST}`,
);

const valuesOf = (ctx: Context<'pool'>, organizationId: string) => {
  const projects = grantOf(ctx)?.projects;
  return { organizationId, userId: requireUser(ctx), granted: projects ? [...projects.keys()] : null };
};

/**
 * Lists the user's notifications in an organization, newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listNotifications(
  ctx: Context<'pool'>,
  {
    organizationId,
    unreadOnly,
    snoozed,
  }: { organizationId: string; unreadOnly?: boolean | null; snoozed?: boolean | null },
  page: Page,
): Promise<PageRows<NotificationRow>> {
  await requireOrganization(ctx, organizationId, 'annotation.read');
  return readNewest(ctx, LIST, page, {
    ...valuesOf(ctx, organizationId),
    unreadOnly: unreadOnly ?? false,
    snoozed: snoozed ?? false,
  });
}

/**
 * Counts the user's unread notifications in an organization, up to MAX_COUNT.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function countUnread(ctx: Context<'pool'>, organizationId: string): Promise<{ count: number }> {
  await requireOrganization(ctx, organizationId, 'annotation.read');
  return COUNT.one(ctx.services.pool, valuesOf(ctx, organizationId));
}
