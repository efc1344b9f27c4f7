/**
 * SQL condition: the member `m`, who watches a thread, has an unread notification of it whose text
 * the member can read.
 *
 * @param annotation SQL expression of the id of the annotation
 */
export const hasUnread = (annotation: string): string =>
  `EXISTS (SELECT FROM notifications n LEFT JOIN comments c ON c.id = n.comment_id
    WHERE n.membership_id = m.id AND n.annotation_id = ${annotation} AND n.read_at IS NULL
      AND (m.role <> 'guest' OR coalesce(c.visibility, 'public') = 'public'))`;

/**
 * SQL condition: a user watches the annotation `a`.
 *
 * @param organization SQL expression of the id of the organization
 * @param user SQL expression of the id of the user
 * @param also condition on the membership `m` and the watched thread `w`
 */
export const watchedBy = (organization: string, user: string, also = 'true'): string =>
  `EXISTS (SELECT FROM memberships m JOIN watchers w ON w.membership_id = m.id AND w.state = 'watching'
    WHERE m.organization_id = ${organization} AND m.user_id = ${user} AND w.annotation_id = a.id AND ${also})`;
