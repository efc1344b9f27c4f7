import type { Context } from '../../../context.ts';
import { ACCESS_CHANGED } from '../../platform/events/event-types.ts';
import type { EventConsumer, RelayedEvent } from '../../platform/events/relay-events.ts';

/**
 * Consumer that publishes ids of events and access changes to all processes, which look up the rest
 * for their subscribers.
 */
export const publishLive = (ctx: Context<'live'>): EventConsumer => ({
  name: 'live',
  async consume(events) {
    const references = events.flatMap((event) => {
      const topic = topicOf(event);
      if (!topic) return [];
      return [{ topic, id: event.id, ...(topic !== event.organizationId && { organization: event.organizationId }) }];
    });
    if (references.length > 0) await ctx.services.live.publish(references);
  },
});

function topicOf({
  type,
  organizationId,
  projectId,
  annotationId,
  snapshotId,
  deploymentId,
}: RelayedEvent): string | null {
  if (type === ACCESS_CHANGED) return organizationId;
  return annotationId || snapshotId || deploymentId ? projectId : null;
}
