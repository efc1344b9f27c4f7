import type { Context } from '../../../context.ts';
import type { Annotation, AnnotationStatus } from '../../../generated/prisma/client.ts';
import { commentEventData, type StatusEventData, withProof } from '../../platform/events/event-types.ts';
import { changeAnnotation } from './change-annotation.ts';
import type { AnnotationChange } from './write-change.ts';

/** Columns of an annotation that a change of status reads. */
type ChangedStatus = Pick<Annotation, 'id' | 'content' | 'url' | 'projectId' | 'visibility' | 'status'>;

/**
 * Sets the status. The current status changes and emits nothing. Resolving emits comment.resolved.
 */
export function setAnnotationStatus(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  status: AnnotationStatus,
): Promise<Annotation> {
  return changeAnnotation(ctx, id, async (before) => statusChange(before, status));
}

/** Change that sets a status; null if it is the current one. */
export function statusChange(before: ChangedStatus, status: AnnotationStatus): AnnotationChange | null {
  if (before.status === status) return null;
  const resolved = status === 'resolved';
  return {
    data: { status },
    history: { kind: 'status', before: before.status, after: status },
    event: resolved ? resolvedEvent(before) : updatedEvent(before.status, status),
  };
}

const updatedEvent = (from: AnnotationStatus, status: AnnotationStatus) => ({
  type: 'annotation.updated' as const,
  data: JSON.stringify({ status, from } satisfies StatusEventData),
});

const resolvedEvent = ({ id, content, url, projectId, visibility }: ChangedStatus) => ({
  type: 'comment.resolved' as const,
  data: withProof(
    commentEventData({ id, text: content, annotationId: id, url, status: 'resolved', visibility }, projectId),
    null,
  ),
});
