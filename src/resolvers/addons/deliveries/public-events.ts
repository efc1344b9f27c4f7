import type { Visibility } from '../../../generated/prisma/client.ts';
import { derivedId } from '../../../infrastructure/database/ids.ts';
import {
  type ChangeEventData,
  isPublicEventType,
  isStatusChange,
  isTriageChange,
  type PublicEventType,
} from '../../platform/events/event-types.ts';
import type { RelayedEvent } from '../../platform/events/relay-events.ts';

/** An event for receivers. */
export interface PublicEvent {
  /** That of the recorded event, or one derived from it. */
  id: string;
  type: PublicEventType;
  visibility: Visibility;
  recorded: RelayedEvent;
  change: ChangeEventData;
  isForWebhooks: boolean;
  isForIntegrations: boolean;
}

/**
 * Events that receivers get for a recorded one. Integrations get new comments and changes of
 * status, and those of labels and priority, by which they select annotations.
 */
export function publicEventsOf(recorded: RelayedEvent): PublicEvent[] {
  const change = JSON.parse(recorded.data) as ChangeEventData;
  const { id, type, visibility } = recorded;
  return typesOf(recorded, change).map(({ as, readers }) => {
    const isSame = as === type || !isPublicEventType(type);
    return {
      id: isSame ? id : derivedId(id, as),
      type: as,
      visibility: readers ?? visibility,
      recorded,
      change,
      isForWebhooks: as !== 'annotation.updated' || change.changes !== undefined,
      isForIntegrations: as === type && (as !== 'annotation.updated' || isStatusOrTriage(recorded)),
    };
  });
}

const isStatusOrTriage = (event: RelayedEvent): boolean => isStatusChange(event) || isTriageChange(event);

interface PublicType {
  as: PublicEventType;
  /** Default: those of the recorded event. */
  readers?: Visibility;
}

/** Types of the events of a recorded one. Its own id goes to the first. */
function typesOf(recorded: RelayedEvent, { changes }: ChangeEventData): PublicType[] {
  const { type, commentId } = recorded;
  const updated: PublicType[] = changes ? [{ as: 'annotation.updated' }] : [];
  switch (type) {
    case 'comment.created':
      if (commentId !== null || recorded.annotationId === null) return [{ as: type }];
      // Outsiders first see an annotation when it becomes public.
      return [
        { as: type },
        { as: 'annotation.created' },
        ...updated.map(({ as }) => ({ as, readers: 'internal' as const })),
      ];
    case 'comment.resolved':
      return [{ as: type }, ...updated];
    case 'comment.updated':
      return changes ? [{ as: type }] : [];
    case 'annotation.updated':
      if (isReopening(recorded, changes)) return [{ as: type }, { as: 'annotation.reopened' }];
      return changes || isStatusOrTriage(recorded) ? [{ as: type }] : [];
    case 'annotation.hidden':
      return changes ? [{ as: 'annotation.updated', readers: 'internal' }] : [];
    case 'annotation.anchored':
    case 'annotation.rebound':
      return anchoredAs(changes);
    default:
      return isPublicEventType(type) ? [{ as: type }] : [];
  }
}

/** Whether somebody reopened the annotation. A regression has an event of its own. */
function isReopening({ data }: RelayedEvent, changes: ChangeEventData['changes']): boolean {
  const { before, after } = changes?.status ?? {};
  return before === 'resolved' && after !== 'resolved' && !('isRegression' in JSON.parse(data));
}

/** An element that is lost, or that is found again for certain. */
function anchoredAs(changes: ChangeEventData['changes']): PublicType[] {
  const { before, after } = changes?.anchorState ?? {};
  if (before === after) return [];
  if (after === 'orphaned') return [{ as: 'annotation.orphaned' }];
  const isFound = (after === 'bound' || after === 'rebound') && (before === 'orphaned' || before === 'moved');
  return isFound ? [{ as: 'annotation.found' }] : [];
}
