import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { type MentionEventData, NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { consumeVisitorQuota } from './annotation-quota.ts';
import { changeAnnotation, changeLocked } from './change-annotation.ts';
import { addedMembers, assertMentionable, isSameMembers, mentionsInput } from './mentions.ts';
import { isVisibleTo } from './visibility.ts';
import { assertStillEditable, requireVisitorThread } from './visitor-tokens.ts';
import type { AnnotationChange } from './write-change.ts';

const editInput = z.object({ content: contentInput });
const memberEditInput = z.object({ content: contentInput.optional(), mentions: mentionsInput });

/**
 * Changes an annotation's text, and with `mentions` whom it mentions. The history keeps the
 * previous text.
 *
 * @param prepare runs first, in the transaction of the change
 * @throws BAD_USER_INPUT, also for a new mention of anyone who cannot read the annotation
 */
export async function updateText(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  args: object,
  prepare?: (sql: Queryable) => Promise<void>,
): Promise<Annotation> {
  requireUser(ctx);
  rejectNulls(args);
  const { content, mentions } = parseInput(memberEditInput, args);
  return changeAnnotation(
    ctx,
    id,
    async (before) => {
      await assertMentionable(ctx, before, addedMembers(mentions ?? [], before.mentions));
      return textChange(before, content ?? before.content, mentions);
    },
    prepare,
  );
}

function textChange(before: Annotation, content: string, mentions = before.mentions): AnnotationChange | null {
  const isSameText = before.content === content;
  if (isSameText && isSameMembers(mentions, before.mentions)) return null;
  const added = addedMembers(mentions, before.mentions);
  const data = added.length === 0 ? NO_EVENT_DATA : JSON.stringify({ mentions: added } satisfies MentionEventData);
  return {
    data: { content, mentions },
    history: isSameText ? undefined : { kind: 'content', before: before.content, after: content },
    event: { type: 'annotation.updated', data },
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
    return textChange(before, content);
  });
}
