import type { AnnotationStatus, Role } from '../../../generated/prisma/client.ts';

/** What webhooks can subscribe to. Receivers know these names: none may change. */
export const PUBLIC_EVENT_TYPES = [
  'project.created',
  'snapshot.completed',
  'comment.created',
  'comment.resolved',
  'member.invited',
] as const;

/** What a webhook can subscribe to. */
export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

export const isPublicEventType = (type: string): type is PublicEventType =>
  PUBLIC_EVENT_TYPES.some((known) => known === type);

/** Somebody lost a right in an organization: a role, a membership, a project, all of it. Open streams are looked at again. */
export const ACCESS_CHANGED = 'access.changed';

/** Changes that webhooks are not told of. */
const INTERNAL_EVENT_TYPES = [
  'annotation.updated',
  'annotation.linked',
  'annotation.rebound',
  'annotation.anchored',
  'annotation.deleted',
  'annotations.imported',
  'comment.updated',
  'comment.deleted',
  'snapshot.created',
  'snapshot.failed',
  'snapshot.deleted',
  ACCESS_CHANGED,
] as const;

export type EventType = PublicEventType | (typeof INTERNAL_EVENT_TYPES)[number];

/** Data of comment.created and comment.resolved. An annotation is the first comment of its thread. */
export interface CommentEventData {
  comment: { id: string; text: string; annotationId: string; url: string; status: AnnotationStatus };
  project: { id: string };
}

/** Data of annotation.updated when the status is what changed, to another than resolved. */
export interface StatusEventData {
  status: AnnotationStatus;
}

/** Whether an event that webhooks are not told of is a change of status, which integrations are. */
export const isStatusChange = ({ type, data }: { type: string; data: string }): boolean =>
  type === 'annotation.updated' && data.startsWith('{"status":');

/** Data of member.invited. The id is that of the invitation, and of the membership that comes of it. */
export interface InvitationEventData {
  member: { id: string; email: string; role: Role };
  organization: { id: string };
}

/** The data of events that only live updates read: they name the row that changed in its column. */
export const NO_EVENT_DATA = '{}';

/** A row of the outbox, before it is written. */
export interface NewEvent {
  type: EventType;
  organizationId: string;
  projectId?: string;
  annotationId?: string;
  commentId?: string;
  snapshotId?: string;
  /** JSON, in the bytes that deliveries will sign. */
  data: string;
}
