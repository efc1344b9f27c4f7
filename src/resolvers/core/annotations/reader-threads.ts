/**
 * SQL of the snooze `s` of a thread that has not ended: its time has not come, and no notification
 * is newer.
 *
 * @param member SQL expression of the id of the membership
 * @param annotation SQL expression of the id of the annotation
 */
export const snoozeOf = (member: string, annotation: string): string =>
  `snoozes s WHERE s.membership_id = ${member} AND s.annotation_id = ${annotation} AND s.until > now()
    AND NOT EXISTS (SELECT FROM notifications newer WHERE newer.membership_id = s.membership_id
      AND newer.annotation_id = s.annotation_id AND newer.created_at > s.created_at)`;

/**
 * Statement that selects the ids of the annotations that a user has snoozed, and that have not
 * returned.
 *
 * @param organization SQL expression of the id of the organization
 * @param user SQL expression of the id of the user
 */
export const snoozedThreads = (organization: string, user: string): string =>
  `SELECT own.annotation_id FROM memberships m JOIN snoozes own ON own.membership_id = m.id
    WHERE m.organization_id = ${organization} AND m.user_id = ${user}
      AND EXISTS (SELECT FROM ${snoozeOf('m.id', 'own.annotation_id')})`;

/** SQL condition: the member has not snoozed the thread of the notification `n`. */
export const IS_AWAKE = `NOT EXISTS (SELECT FROM ${snoozeOf('n.membership_id', 'n.annotation_id')})`;

/**
 * SQL condition: the notification `n` is unread and not snoozed, and the member `m` can read its
 * comment `c`.
 */
const IS_UNREAD = `n.read_at IS NULL AND ${IS_AWAKE} AND (m.role <> 'guest' OR coalesce(c.visibility, 'public') = 'public')`;

/**
 * SQL condition: the member `m`, who watches a thread, has an unread notification of it whose text
 * the member can read.
 *
 * @param annotation SQL expression of the id of the annotation
 */
export const hasUnread = (annotation: string): string =>
  `EXISTS (SELECT FROM notifications n LEFT JOIN comments c ON c.id = n.comment_id
    WHERE n.membership_id = m.id AND n.annotation_id = ${annotation} AND ${IS_UNREAD})`;

/**
 * Statement that selects the ids of the annotations that a user watches.
 *
 * @param organization SQL expression of the id of the organization
 * @param user SQL expression of the id of the user
 */
export const watchedThreads = (organization: string, user: string): string =>
  `SELECT w.annotation_id FROM memberships m JOIN watchers w ON w.membership_id = m.id AND w.state = 'watching'
    WHERE m.organization_id = ${organization} AND m.user_id = ${user}`;

/**
 * Statement that selects the ids of those of them that `hasUnread` is true of. It starts from the
 * notifications, which are fewer than the watched threads.
 */
export const unreadThreads = (organization: string, user: string): string =>
  `SELECT DISTINCT w.annotation_id FROM memberships m
     JOIN notifications n ON n.membership_id = m.id
     LEFT JOIN comments c ON c.id = n.comment_id
     JOIN watchers w ON w.membership_id = m.id AND w.annotation_id = n.annotation_id AND w.state = 'watching'
    WHERE m.organization_id = ${organization} AND m.user_id = ${user} AND ${IS_UNREAD}`;
