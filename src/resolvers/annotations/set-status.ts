import type { Context } from '../../context.ts';
import type { Annotation, AnnotationStatus } from '../../generated/prisma/client.ts';
import { commentEventData } from '../events/comment-event-data.ts';
import { changeAnnotation, NO_EVENT_DATA } from './change-annotation.ts';

/** Any status may follow any; the present one again changes and emits nothing. Resolving emits comment.resolved. */
export function setAnnotationStatus(ctx: Context, id: string, status: AnnotationStatus): Promise<Annotation> {
  return changeAnnotation(ctx, id, async (before) => {
    if (before.status === status) return null;
    const resolved = status === 'resolved';
    return {
      data: { status, resolvedAt: resolved ? new Date() : null },
      history: { kind: 'status', before: before.status, after: status },
      event: resolved ? resolvedEvent(before) : { type: 'annotation.updated', data: NO_EVENT_DATA },
    };
  });
}

const resolvedEvent = ({ id, content, url, projectId }: Annotation) => ({
  type: 'comment.resolved' as const,
  data: commentEventData({ id, text: content, annotationId: id, url, status: 'resolved' }, projectId),
});
