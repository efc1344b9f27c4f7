import type { EventConsumer } from '../events/relay-events.ts';

/** The first consumer of events: tells every process which ones its subscribers may want. */
export const publishLive: EventConsumer = async (ctx, events) => {
  const references = events.flatMap(({ id, projectId, annotationId }) =>
    projectId && annotationId ? [{ eventId: id, projectId }] : [],
  );
  if (references.length > 0) await ctx.services.live.publish(references);
};
