import { ACCESS_CHANGED } from '../../platform/events/event-types.ts';
import type { EventConsumer, RelayedEvent } from '../../platform/events/relay-events.ts';

/** The first consumer of events: tells every process which ones its subscribers may want, and where rights have changed. */
export const publishLive: EventConsumer = {
  name: 'live',
  async consume(ctx, events) {
    const references = events.flatMap((event) => {
      const topic = topicOf(event);
      return topic ? [{ topic, id: event.id }] : [];
    });
    if (references.length > 0) await ctx.services.live.publish(references);
  },
};

function topicOf({ type, organizationId, projectId, annotationId, snapshotId }: RelayedEvent): string | null {
  if (type === ACCESS_CHANGED) return organizationId;
  return annotationId || snapshotId ? projectId : null;
}
