import type { ThreadHistoryQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import type { Messages } from '../i18n/main.ts';
import { dayText } from '../ui/day-text.ts';

type Change = NonNullable<ThreadHistoryQuery['annotationHistory']>['nodes'][number];

interface Names {
  /** Returns the name of a member or a label by id. */
  nameOf(id: string): string | undefined;
  /** Name of the person who wrote the comment. */
  reporter: string;
  language: string;
}

/** Sentence about a change of a comment. */
export function historyText(
  { kind, after, actor }: Change,
  messages: Messages,
  { nameOf, reporter, language }: Names,
): string {
  const name = actor?.name ?? messages.someone;
  switch (kind) {
    case 'answer':
      return fill(after === 'good' ? messages.answered_good : messages.answered_wrong, {
        name: actor?.name ?? reporter,
      });
    case 'status':
      if (!actor) return fill(messages.statusIs, { value: messageOf(after, messages) });
      return fill(messages.setStatus, { name, value: messageOf(after, messages) });
    case 'assignee':
      if (!actor && after) return fill(messages.assigneeIs, { value: nameOf(String(after)) ?? messages.someone });
      if (!after) return fill(messages.unassigned, { name });
      return fill(messages.setAssignee, { name, value: nameOf(String(after)) ?? messages.someone });
    case 'rebound':
      return fill(messages.movedPin, { name });
    case 'anchor':
      return fill(messages.anchored, { value: messageOf((after as { state?: unknown } | null)?.state, messages) });
    case 'visibility':
      return fill(messages.changedVisibility, { name, value: messageOf(after, messages) });
    case 'resolution': {
      const { resolution } = (after ?? {}) as { resolution?: unknown };
      if (!resolution) return fill(messages.reopenedBy, { name });
      return fill(messages.setResolution, { name, value: messageOf(resolution, messages) });
    }
    case 'priority':
      return fill(messages.setPriority, { name, value: messageOf(after, messages) });
    case 'labels': {
      const names = (Array.isArray(after) ? after : []).map((id) => nameOf(String(id)) ?? '…');
      if (names.length === 0) return fill(messages.removedLabels, { name });
      return fill(messages.setLabels, { name, value: names.join(', ') });
    }
    case 'due':
      if (!after) return fill(messages.removedDue, { name });
      return fill(messages.setDue, { name, value: dayText(String(after), language) });
    case 'comment':
      return fill(messages.deletedReply, { name });
    default:
      return fill(messages.changedText, { name });
  }
}

/** Word for a stored value; the value itself if it has none. */
const messageOf = (value: unknown, messages: Messages): string => messages[value as keyof Messages] ?? String(value);
