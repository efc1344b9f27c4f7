import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';

const OWN = statement(
  'sent-annotations/own',
  `INSERT INTO sent_annotations AS s (integration_id, annotation_id, event_id)
  SELECT $integrationId, id, $eventId FROM annotations WHERE id = $annotationId FOR KEY SHARE
  ON CONFLICT (integration_id, annotation_id) DO UPDATE SET event_id = s.event_id WHERE s.event_id = excluded.event_id
  RETURNING s.event_id`,
);

/**
 * Records the event that sends an annotation to a channel.
 *
 * @returns false if another event sends it
 */
export async function ownsAnnotation(
  ctx: Context<'pool'>,
  integrationId: string,
  annotationId: string,
  eventId: string,
): Promise<boolean> {
  const { rowCount } = await OWN.run(ctx.services.pool, { integrationId, annotationId, eventId });
  return rowCount === 1;
}
