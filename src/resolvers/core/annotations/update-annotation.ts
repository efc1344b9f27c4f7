import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { contentInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { changeAnnotation } from './change-annotation.ts';

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
  return changeAnnotation(ctx, id, async (before) => {
    if (before.content === content) return null;
    return {
      data: { content },
      history: { kind: 'content', before: before.content, after: content },
      event: { type: 'annotation.updated', data: NO_EVENT_DATA },
    };
  });
}
