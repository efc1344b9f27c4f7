import type pg from 'pg';
import { firstIdOf } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/live-updates.ts';
import type { NotificationRow, NotificationUpdate } from '../../../types/notification-update.ts';
import { IS_AWAKE } from '../../core/annotations/reader-threads.ts';
import { findDeniedReaders, readerClaims } from '../../platform/policies/reader-grants.ts';
import { MAX_COUNT } from './list-notifications.ts';
import { IS_READABLE, NOTIFICATION_COLUMNS, READABLE_NOTIFICATIONS } from './readable.ts';

const NOTIFICATIONS = statement(
  'live-notifications/notifications',
  `SELECT ${NOTIFICATION_COLUMNS} FROM ${READABLE_NOTIFICATIONS}
  WHERE n.id = ANY($ids::uuid[]) AND ${IS_READABLE} ORDER BY n.created_at, n.id`,
);

const COUNTS = statement(
  'live-notifications/counts',
  `SELECT own.id, own.organization_id AS "organizationId", (SELECT count(*)::int FROM (
      SELECT FROM ${READABLE_NOTIFICATIONS}
       WHERE n.membership_id = own.id AND n.read_at IS NULL AND ${IS_READABLE} AND ${IS_AWAKE} LIMIT ${MAX_COUNT}) AS unread) AS "count!"
    FROM memberships own WHERE own.id = ANY($members::uuid[])`,
);

/**
 * Reads the updates of members, by ids of notifications, and of memberships whose number of unread
 * ones changed.
 */
export async function loadNotificationUpdates(
  pool: pg.Pool,
  ids: string[],
): Promise<{ topic: string; update: NotificationUpdate }[]> {
  const rows = await NOTIFICATIONS.rows(pool, { ids });
  const members = [...new Set([...ids, ...rows.map(({ membershipId }) => membershipId)])];
  const counted = await COUNTS.run(pool, { members });
  const counts = new Map(counted.rows.map((row) => [row.id, row]));
  const updateOf = (topic: string, notification: NotificationRow | null) => {
    const found = counts.get(topic);
    if (!found) return [];
    const { organizationId, count: unreadCount } = found;
    return [{ topic, update: { organizationId, notification, unreadCount } }];
  };
  const news = rows.flatMap((notification) => updateOf(notification.membershipId, notification));
  const changed = ids.flatMap((topic) => updateOf(topic, null));
  return [...news, ...changed];
}

/** Margin for clock differences and batched updates, ms. One found twice is delivered twice. */
const LEEWAY_MS = 10_000;

const FIND = statement(
  'live-notifications/find',
  'SELECT id FROM notifications WHERE membership_id = ANY($topics::uuid[]) AND id >= $firstId ORDER BY id',
);

/** Finds notifications of members since a time; every member gets a new count. */
export async function findMissedNotifications(pool: pg.Pool, since: Date, topics: string[]): Promise<string[]> {
  const rows = await FIND.rows(pool, { topics, firstId: firstIdOf(since.getTime() - LEEWAY_MS) });
  return [...rows.map(({ id }) => id), ...topics];
}

const CLAIMS = statement(
  'live-notifications/claims',
  readerClaims('LEFT JOIN memberships m ON m.id = r.topic AND m.user_id = r.user_id'),
);

/** Finds subscribers whose membership or token ended. */
export const findFormerMembers = (pool: pg.Pool, readers: Subscriber[]): Promise<Subscriber[]> =>
  findDeniedReaders(pool, readers, { claims: CLAIMS, action: 'annotation.read' });
