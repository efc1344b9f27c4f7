/** SQL condition: the notification `n` is unread, and the member `m` can read its comment `c`. */
const IS_UNREAD = `n.read_at IS NULL AND (m.role <> 'guest' OR coalesce(c.visibility, 'public') = 'public')`;

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
