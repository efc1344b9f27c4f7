import type { Context } from '../../../context.ts';
import type { NotificationRow } from '../../../types/notification-update.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { grantOf, requireUser } from '../../platform/policies/access.ts';
import { IS_READABLE, NOTIFICATION_COLUMNS, READABLE_NOTIFICATIONS } from './readable.ts';

/** Condition: of user $2 in organization $1, in the projects $3 of an access token. */
const OWN = `m.organization_id = $1 AND m.user_id = $2 AND ($3::uuid[] IS NULL OR n.project_id = ANY($3)) AND ${IS_READABLE}`;

/** Notifications counted at most; the number of more is not of use. */
export const MAX_COUNT = 1_000;

const COUNT = `SELECT count(*)::int AS count FROM (
    SELECT FROM ${READABLE_NOTIFICATIONS} WHERE ${OWN} AND n.read_at IS NULL LIMIT ${MAX_COUNT}) AS unread`;

const valuesOf = (ctx: Context<'pool'>, organizationId: string) => {
  const projects = grantOf(ctx)?.projects;
  return [organizationId, requireUser(ctx), projects ? [...projects.keys()] : null];
};

/**
 * Lists the user's notifications in an organization, newest first.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function listNotifications(
  ctx: Context<'pool'>,
  { organizationId, unreadOnly }: { organizationId: string; unreadOnly?: boolean | null },
  page: Page,
): Promise<PageRows<NotificationRow>> {
  await requireOrganization(ctx, organizationId, 'annotation.read');
  const own = valuesOf(ctx, organizationId);
  const clause = pageClause(page, 'desc', own.length + 1);
  const { rows } = await ctx.services.pool.query<NotificationRow>(
    `SELECT own.* FROM (
       SELECT ${NOTIFICATION_COLUMNS}, n.created_at FROM ${READABLE_NOTIFICATIONS}
        WHERE ${OWN} ${unreadOnly ? 'AND n.read_at IS NULL' : ''}
     ) AS own WHERE true ${clause.where} ${clause.orderAndLimit}`,
    [...own, ...clause.values],
  );
  return pageRows(rows, page);
}

/**
 * Counts the user's unread notifications in an organization, up to MAX_COUNT.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function countUnread(ctx: Context<'pool'>, organizationId: string): Promise<{ count: number }> {
  await requireOrganization(ctx, organizationId, 'annotation.read');
  const { rows } = await ctx.services.pool.query<{ count: number }>(COUNT, valuesOf(ctx, organizationId));
  return { count: rows[0]?.count ?? 0 };
}
