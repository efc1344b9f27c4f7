/** A notification as its member reads it. */
export interface NotificationRow {
  id: string;
  createdAt: Date;
  /** One of src/resolvers/addons/notifications/kinds.ts */
  kind: string;
  projectId: string;
  projectName: string;
  membershipId: string;
  annotationId: string | null;
  commentId: string | null;
  deploymentId: string | null;
  number: number | null;
  excerpt: string | null;
  actorId: string | null;
  actorName: string | null;
  readAt: Date | null;
}

/** A change of the notifications of a member. */
export interface NotificationUpdate {
  organizationId: string;
  /** The new notification; null if only the number of unread ones changed. */
  notification: NotificationRow | null;
  unreadCount: number;
}
