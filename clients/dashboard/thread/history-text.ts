import type { Messages } from '../i18n/en.ts';
import { fill } from '../i18n/languages.ts';
import type { ThreadHistoryQuery } from './thread.generated.ts';

type Change = NonNullable<ThreadHistoryQuery['annotationHistory']>['nodes'][number];

/**
 * Sentence about a change of a comment.
 *
 * @param nameOf returns the name of a member by user id
 */
export function historyText(
  { kind, after, actor }: Change,
  messages: Messages,
  nameOf: (userId: string) => string | undefined,
): string {
  const name = actor?.name ?? messages.someone;
  switch (kind) {
    case 'status':
      return fill(messages.setStatus, { name, value: messageOf(after, messages) });
    case 'assignee':
      if (!after) return fill(messages.unassigned, { name });
      return fill(messages.setAssignee, { name, value: nameOf(String(after)) ?? messages.someone });
    case 'rebound':
      return fill(messages.movedPin, { name });
    case 'anchor':
      return fill(messages.anchored, { value: messageOf((after as { state?: unknown } | null)?.state, messages) });
    case 'visibility':
      return fill(messages.changedVisibility, { name, value: messageOf(after, messages) });
    default:
      return fill(messages.changedText, { name });
  }
}

/** Word for a stored value; the value itself if it has none. */
const messageOf = (value: unknown, messages: Messages): string => messages[value as keyof Messages] ?? String(value);
