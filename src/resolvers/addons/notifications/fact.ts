import type { MentionEventData, StatusEventData, TriageEventData } from '../../platform/events/event-types.ts';
import type { RelayedEvent } from '../../platform/events/relay-events.ts';
import type { NotificationKind } from './kinds.ts';

/** An event that may concern members. */
export interface Fact {
  event: RelayedEvent;
  /** Kind for watchers or members; null if it concerns mentioned members only. */
  kind: NotificationKind | null;
  /** Whether the event wrote a text, whose mentions count. */
  hasMentions: boolean;
  /** Members whom a change of a text mentions in addition. */
  mentioned: string[];
  assigneeId: string | null;
}

/** Reads an event; undefined if it concerns nobody. */
export function factOf(event: RelayedEvent): Fact | undefined {
  const fact = (kind: NotificationKind | null, more: Partial<Fact> = {}): Fact | undefined =>
    event.projectId ? { event, kind, hasMentions: false, mentioned: [], assigneeId: null, ...more } : undefined;
  switch (event.type) {
    case 'comment.created':
      return fact(event.commentId ? 'reply' : 'annotation', { hasMentions: true });
    case 'comment.updated':
      return fact(null, { hasMentions: true });
    case 'comment.resolved':
      return fact('status');
    case 'annotations.imported':
      return fact('import');
    case 'annotation.proven':
      return fact('proof');
    case 'annotation.due':
      return fact('due');
    case 'deployment.completed':
      return concernsReviewers(event) ? fact('deployment') : undefined;
    case 'annotation.updated': {
      type Data = Partial<StatusEventData & TriageEventData & MentionEventData>;
      const { status, from, isRegression, assigneeId, resolution, mentions } = JSON.parse(event.data) as Data;
      if (mentions) return fact(null, { mentioned: mentions });
      if (isRegression) return fact('regressed');
      if (status) return fact(from === 'resolved' ? 'reopened' : 'status', { assigneeId: assigneeId ?? null });
      if (assigneeId) return fact(resolution ? 'status' : 'assignment', { assigneeId });
      return resolution && fact('status');
    }
    default:
      return undefined;
  }
}

/** Whether somebody has to look at a deployment that ended. */
function concernsReviewers({ data }: RelayedEvent): boolean {
  const { deployment } = JSON.parse(data) as { deployment: { status: string } };
  return deployment.status === 'needs_review' || deployment.status === 'failed';
}
