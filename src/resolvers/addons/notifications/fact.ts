import type { AssignmentEventData, StatusEventData } from '../../platform/events/event-types.ts';
import type { RelayedEvent } from '../../platform/events/relay-events.ts';
import type { NotificationKind } from './kinds.ts';

/** An event that may concern members. */
export interface Fact {
  event: RelayedEvent;
  /** Kind for watchers or members; null if it concerns mentioned members only. */
  kind: NotificationKind | null;
  /** Whether the event wrote a text, which may mention members. */
  hasMentions: boolean;
  assigneeId: string | null;
}

/** Reads an event; undefined if it concerns nobody. */
export function factOf(event: RelayedEvent): Fact | undefined {
  const fact = (kind: NotificationKind | null, more: Partial<Fact> = {}): Fact | undefined =>
    event.projectId ? { event, kind, hasMentions: false, assigneeId: null, ...more } : undefined;
  switch (event.type) {
    case 'comment.created':
      return fact(event.commentId ? 'reply' : 'annotation', { hasMentions: true });
    case 'comment.updated':
      return fact(null, { hasMentions: true });
    case 'comment.resolved':
      return fact('status');
    case 'annotations.imported':
      return fact('import');
    case 'annotation.updated': {
      const { status, from, assigneeId } = JSON.parse(event.data) as Partial<StatusEventData & AssignmentEventData>;
      if (assigneeId) return fact('assignment', { assigneeId });
      return status && fact(from === 'resolved' ? 'reopened' : 'status');
    }
    default:
      return undefined;
  }
}
