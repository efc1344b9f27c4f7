import type { Context } from '../../../context.ts';
import type { Annotation, Visibility } from '../../../generated/prisma/client.ts';
import { commentEventData, NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { changeLocked } from './change-annotation.ts';
import { requireAnnotation } from './require-annotation.ts';

/**
 * Makes an annotation public or internal. The current visibility changes and emits nothing. For
 * outsiders it is a creation, which emits comment.created, or a deletion. Replies keep their own
 * visibility: those written while the annotation was internal stay internal. No preset of tokens
 * has the action: a comment could instruct an agent to publish others.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function setAnnotationVisibility(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  visibility: Visibility,
): Promise<Annotation> {
  const { organizationId } = await requireAnnotation(ctx, id, 'annotation.publish');
  return changeLocked(ctx, { id, organizationId, actorId: requireUser(ctx) }, async (before) => {
    if (before.visibility === visibility) return null;
    return {
      data: { visibility },
      history: { kind: 'visibility', before: before.visibility, after: visibility },
      event: visibility === 'public' ? publishedEvent(before) : HIDDEN,
    };
  });
}

/** Outsiders learn that the annotation is gone. */
const HIDDEN = { type: 'annotation.hidden', visibility: 'public', data: NO_EVENT_DATA } as const;

const publishedEvent = ({ id, content, url, status, projectId }: Annotation) => ({
  type: 'comment.created' as const,
  data: commentEventData({ id, text: content, annotationId: id, url, status, visibility: 'public' }, projectId),
});
