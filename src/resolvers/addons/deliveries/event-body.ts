import type { CommentEventData, ProofEventData, PublicEventType } from '../../platform/events/event-types.ts';
import type { Subject } from './load-subjects.ts';
import type { PublicEvent } from './public-events.ts';
import { publicEventId } from './signatures.ts';

/** Members of a request body. */
interface BodyParts {
  id: string;
  type: string;
  createdAt: Date;
  /** JSON. */
  data: string;
}

/** Builds the request body, which is stored: signatures cover its bytes. */
export function eventBody({ id, type, createdAt, data }: BodyParts): string {
  const head = JSON.stringify({ id: publicEventId(id), type, createdAt: createdAt.toISOString() });
  return `${head.slice(0, -1)},"data":${data}}`;
}

/** Events without the text of what is gone. */
const DELETIONS: readonly PublicEventType[] = ['annotation.deleted', 'comment.deleted'];

/** Members of a recorded event that receivers get. */
type Recorded = Partial<CommentEventData> & { deployment?: unknown };

/**
 * Builds the data of an event from the recorded data and the current annotation or reply. The
 * statement that records the event also assigns the number, so the recorded data lacks it.
 */
export function eventData(event: PublicEvent, subject: Subject | undefined, baseUrl: string): string {
  const { type, recorded, change } = event;
  if (!subject) return recorded.annotationId === null ? recorded.data : dataOfRemoved(event);
  const { comment, proof, deployment } = JSON.parse(recorded.data) as Recorded;
  const { annotation, status, visibility, text, links, members, actor } = subject;
  const project = { id: subject.projectId };
  const id = recorded.commentId ?? annotation.id;
  const ids = { id, annotationId: annotation.id };
  if (DELETIONS.includes(type)) {
    const { number } = members;
    return JSON.stringify({
      comment: { ...ids, number, visibility: event.visibility === 'internal' ? 'internal' : visibility, ...links },
      actor,
      project,
    });
  }
  const written = text ?? change.changes?.text?.after ?? '';
  const now = { ...ids, text: written, annotationId: annotation.id, url: annotation.url, status, visibility };
  const changed = { changes: change.changes ?? {}, actor };
  return JSON.stringify({
    comment: { ...(comment ?? now), ...links, ...members },
    ...(type === 'comment.resolved' && {
      proof: proof ? { ...proof, link: proofLink(annotation, proof, baseUrl) } : null,
      actor,
    }),
    ...((type === 'annotation.updated' || type === 'comment.updated') && changed),
    ...(type === 'annotation.reopened' && { deployment: deployment ?? null, actor }),
    ...((type === 'annotation.orphaned' || type === 'annotation.found') && { actor }),
    project,
  });
}

/**
 * Data of an event whose annotation was removed before its delivery: ids, and the text that was
 * recorded for receivers. Other recorded members are for consumers within the service.
 */
function dataOfRemoved({ type, recorded }: PublicEvent): string {
  const { comment } = JSON.parse(recorded.data) as Recorded;
  const ids = { id: recorded.commentId ?? recorded.annotationId, annotationId: recorded.annotationId };
  return JSON.stringify({
    comment: DELETIONS.includes(type) ? ids : { ...comment, ...ids },
    ...(type === 'comment.resolved' && { proof: null }),
    project: { id: recorded.projectId },
  });
}

/** REST address of a proof's verdict, with its pictures for those who may see them. */
const proofLink = ({ id }: { id: string }, { afterSnapshotId }: ProofEventData, baseUrl: string): string | null =>
  afterSnapshotId && `${baseUrl}/v1/annotations/${id}/verdict?snapshotId=${afterSnapshotId}`;
