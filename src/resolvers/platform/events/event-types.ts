import type {
  Annotation,
  AnnotationStatus,
  ChangeEffect,
  Resolution,
  Role,
  VerdictKind,
  Visibility,
} from '../../../generated/prisma/client.ts';

/**
 * Event types that webhooks can subscribe to. Receivers depend on these names: they never change.
 */
export const PUBLIC_EVENT_TYPES = [
  'project.created',
  'snapshot.completed',
  'comment.created',
  'comment.resolved',
  'member.invited',
  'deployment.completed',
  'annotation.created',
  'annotation.updated',
  'annotation.reopened',
  'annotation.deleted',
  'annotation.orphaned',
  'annotation.found',
  'comment.updated',
  'comment.deleted',
] as const;

/** An event type that webhooks can subscribe to. */
export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

export const isPublicEventType = (type: string): type is PublicEventType =>
  PUBLIC_EVENT_TYPES.some((known) => known === type);

/** Somebody lost access in an organization; every process checks its open streams again. */
export const ACCESS_CHANGED = 'access.changed';

/** A member sends an existing annotation to an integration; no other receiver gets the event. */
export const ANNOTATION_SENT = 'annotation.sent';

/** Event types that webhooks do not receive, or under another name (public-events.ts). */
const INTERNAL_EVENT_TYPES = [
  'annotation.linked',
  ANNOTATION_SENT,
  'annotation.rebound',
  'annotation.anchored',
  'annotation.hidden',
  'annotation.proven',
  'annotation.due',
  'annotations.imported',
  'snapshot.created',
  'snapshot.failed',
  'snapshot.deleted',
  'deployment.changed',
  ACCESS_CHANGED,
] as const;

export type EventType = PublicEventType | (typeof INTERNAL_EVENT_TYPES)[number];

/**
 * Data of comment.created and comment.resolved. An annotation is the first comment of its thread.
 */
export interface CommentEventData {
  comment: {
    id: string;
    text: string;
    annotationId: string;
    url: string;
    status: AnnotationStatus;
    visibility: Visibility;
  };
  /** Only in comment.resolved; null without one. */
  proof?: ProofEventData | null;
  project: { id: string };
}

/** The verdict that proves a resolution. It names pictures by ids, which their readers may load. */
export interface ProofEventData {
  verdictId: string;
  verdict: VerdictKind;
  effect: ChangeEffect | null;
  /** Null for the check of a single page. */
  deploymentId: string | null;
  beforeSnapshotId: string | null;
  afterSnapshotId: string | null;
}

/** A value before and after a change. */
export interface ValueChange {
  before: unknown;
  after: unknown;
}

/**
 * Members that say who changed what. Deliveries send `changes`; `actor` is derived from the others.
 */
export interface ChangeEventData {
  /** Changed values of the annotation or reply, by name. */
  changes?: Record<string, ValueChange>;
  /** Access token that made the change. */
  via?: string;
  /** Whether the annotation's visitor made the change. */
  byVisitor?: true;
}

/** Adds who changed what to event data, after its other members. */
export function withChange(
  data: string,
  { changes = {}, via, byVisitor }: { changes?: ChangeEventData['changes']; via: string | null; byVisitor?: boolean },
): string {
  const more: ChangeEventData = {
    ...(Object.keys(changes).length > 0 && { changes }),
    ...(via !== null && { via }),
    ...(byVisitor && { byVisitor }),
  };
  return JSON.stringify({ ...JSON.parse(data), ...more });
}

/** Adds the proof of a resolution to the data of comment.resolved; null without one. */
export const withProof = (data: string, proof: ProofEventData | null): string =>
  JSON.stringify({ ...JSON.parse(data), proof });

/** Serializes event data of a comment, as it is stored and later signed. */
export const commentEventData = (comment: CommentEventData['comment'], projectId: string): string =>
  JSON.stringify({ comment, project: { id: projectId } } satisfies CommentEventData);

/** Serializes event data of annotation.reopened: the reported look is back. */
export const reopenedEventData = (
  { id, content, url, visibility, projectId }: Pick<Annotation, 'id' | 'content' | 'url' | 'visibility' | 'projectId'>,
  { deploymentId, environmentId }: { deploymentId: string; environmentId: string },
): string => {
  const comment: CommentEventData['comment'] = { id, text: content, annotationId: id, url, status: 'open', visibility };
  return JSON.stringify({ comment, deployment: { id: deploymentId, environmentId }, project: { id: projectId } });
};

/** Data of annotation.updated after a change of status to another value than resolved. */
export interface StatusEventData {
  status: AnnotationStatus;
  from: AnnotationStatus;
  /** Whether a deployment reopened it, because the reported look is back. */
  isRegression?: true;
}

/** Data of annotation.updated after an assignment. */
export interface AssignmentEventData {
  assigneeId: string | null;
}

/** Data of annotation.updated after a bulk change, without the members that stayed. */
export interface TriageEventData {
  /** Priority or labels changed, by which integrations select annotations. The first member. */
  isTriage?: true;
  /** The new assignee. */
  assigneeId?: string | null;
  /** The new resolution of an annotation that was resolved before. */
  resolution?: Resolution;
}

/** Data of annotation.updated after a change of the text that mentions further members. */
export interface MentionEventData {
  /** User ids of those whom it did not mention before. */
  mentions: string[];
}

/** Whether an event is a change of status, which integrations receive. */
export const isStatusChange = ({ type, data }: { type: string; data: string }): boolean =>
  type === 'annotation.updated' && data.startsWith('{"status":');

/** Whether an event is a change by which an integration may select the annotation. */
export const isTriageChange = ({ type, data }: { type: string; data: string }): boolean =>
  type === 'annotation.updated' && data.startsWith('{"isTriage":');

/** Data of member.invited. The id is that of the invitation and of the resulting membership. */
export interface InvitationEventData {
  member: { id: string; email: string; role: Role };
  organization: { id: string };
}

/** Data of events that only live updates read; the changed row is named in its own column. */
export const NO_EVENT_DATA = '{}';

/** A new row of the outbox. */
export interface NewEvent {
  type: EventType;
  organizationId: string;
  projectId?: string;
  annotationId?: string;
  commentId?: string;
  snapshotId?: string;
  deploymentId?: string;
  /** That of the annotation or reply. Default: public. */
  visibility?: Visibility;
  /** User who makes the change; absent for visitors and the system. */
  actorId?: string | null;
  /** JSON, byte for byte as deliveries sign it. */
  data: string;
}
