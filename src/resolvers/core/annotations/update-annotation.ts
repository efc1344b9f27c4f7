import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { consumeVisitorQuota } from './annotation-quota.ts';
import { changeAnnotation, changeLocked } from './change-annotation.ts';
import { isVisibleTo } from './visibility.ts';
import { assertStillEditable, requireVisitorThread } from './visitor-tokens.ts';
import type { AnnotationChange } from './write-change.ts';

const editInput = z.object({ content: contentInput });

/**
 * Changes an annotation's text. The history keeps the previous one.
 *
 * @throws BAD_USER_INPUT
 */
export async function updateAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  args: { content: string },
): Promise<Annotation> {
  requireUser(ctx);
  const { content } = parseInput(editInput, args);
  return changeAnnotation(ctx, id, async (before) => contentChange(before, content));
}

function contentChange(before: Annotation, content: string): AnnotationChange | null {
  if (before.content === content) return null;
  return {
    data: { content },
    history: { kind: 'content', before: before.content, after: content },
    event: { type: 'annotation.updated', data: NO_EVENT_DATA },
  };
}

/**
 * Changes the text of a visitor's annotation, for 15 minutes. The history keeps the previous one.
 *
 * @throws BAD_USER_INPUT, RATE_LIMITED
 * @throws FORBIDDEN after 15 minutes
 * @throws the errors of `requireVisitorThread`
 */
export async function updatePublicAnnotation(
  ctx: Context<'annotationQuota' | 'pool' | 'rateLimitStore' | 'wakeRelay'>,
  id: string,
  args: { content: string },
): Promise<Annotation> {
  const thread = await requireVisitorThread(ctx, id);
  const { content } = parseInput(editInput, args);
  assertStillEditable(thread);
  const rejection = await consumeVisitorQuota(ctx, thread, args);
  if (rejection) throw rejection;
  return changeLocked(ctx, { id, organizationId: thread.organizationId, actorId: null }, async (before) => {
    if (!isVisibleTo('outsiders', before)) throw notFound('Annotation');
    return contentChange(before, content);
  });
}
