import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { requireAnnotation } from '../annotations/require-annotation.ts';
import { updateText } from '../annotations/update-annotation.ts';
import { applyChange } from './change-annotations.ts';
import { triageInput } from './change-input.ts';

/** Changes of an annotation; null clears the day and the assignee. */
interface UpdateArguments {
  content?: string | null;
  mentions?: readonly string[] | null;
  priority?: string | null;
  labelIds?: readonly string[] | null;
  dueOn?: Date | null;
  assigneeId?: string | null;
}

/**
 * Changes the text, the mentions and the triage of an annotation in one transaction.
 *
 * @throws BAD_USER_INPUT
 * @throws the errors of `updateText`
 */
export async function updateAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  { content, mentions, dueOn, assigneeId, ...others }: UpdateArguments,
): Promise<Annotation> {
  const { organizationId } = await requireAnnotation(ctx, id, 'annotation.change');
  rejectNulls(others);
  const change = parseInput(triageInput, { ...others, dueOn, assigneeId });
  const isTriage = Object.values(change).some((value) => value !== undefined);
  const text = { ...(content !== undefined && { content }), ...(mentions !== undefined && { mentions }) };
  return updateText(ctx, id, text, async (sql) => {
    if (!isTriage) return;
    const [result] = await applyChange(sql, ctx, { organizationId, ids: [id], change, path: '' });
    if (result?.error) throw result.error;
  });
}
