import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { eventBody } from '../../deliveries/event-body.ts';
import { isPublicEventType, isStatusChange } from '../../platform/events/event-types.ts';
import type { EventConsumer, RelayedEvent } from '../../platform/events/relay-events.ts';

interface Match {
  webhookId: string;
  eventId: string;
}

/** Whom a batch of events goes to. What came before a webhook was made is not for it, however late it is handed on. */
const MATCH = `SELECT w.id AS "webhookId", e.id AS "eventId"
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::timestamptz[])
    AS e(id, type, organization_id, project_id, created_at)
  JOIN webhooks w ON w.organization_id = e.organization_id AND w.enabled AND e.type = ANY(w.events)
                 AND (w.project_id IS NULL OR w.project_id = e.project_id) AND w.created_at <= e.created_at`;

/** A webhook that is gone meanwhile is left out; a delivery that is there already stays as it is. */
const INSERT = `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, next_attempt_at, queued_at, updated_at)
  SELECT d.id, w.id, d.event_id, d.type, d.body, now() + $6 * interval '1 second', CASE WHEN $6 = 0 THEN now() END, now()
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) AS d(id, webhook_id, event_id, type, body)
    JOIN webhooks w ON w.id = d.webhook_id
  ON CONFLICT (webhook_id, event_id) DO NOTHING
  RETURNING id, webhook_id AS "webhookId", (SELECT host FROM webhooks WHERE id = webhook_id) AS lane`;

/** A delivery that was written, and where it goes. */
export interface Queued {
  id: string;
  webhookId: string;
  lane: string;
}

/** Writes one delivery for each webhook that an event concerns, however often the event comes, and has them sent. */
export const queueDeliveries: EventConsumer = {
  name: 'webhooks',
  async consume(ctx, events) {
    const known = events.filter((event) => isPublicEventType(event.type) || isStatusChange(event));
    if (known.length === 0) return;
    const { rows } = await ctx.services.pool.query<Match>(MATCH, [
      known.map(({ id }) => id),
      known.map(({ type }) => type),
      known.map(({ organizationId }) => organizationId),
      known.map(({ projectId }) => projectId),
      known.map(({ createdAt }) => createdAt),
    ]);
    if (rows.length === 0) return;
    announce(ctx, await insertDeliveries(ctx, ctx.services.pool, rows, known));
  },
};

/** Writes deliveries; those that were there already are left out of the answer. */
export async function insertDeliveries(
  ctx: Context,
  sql: Queryable,
  matches: Match[],
  events: Pick<RelayedEvent, 'id' | 'type' | 'createdAt' | 'data'>[],
): Promise<Queued[]> {
  const bodies = new Map(events.map((event) => [event.id, { type: event.type, body: eventBody(event) }]));
  const { rows } = await sql.query<Queued>(INSERT, [
    matches.map(newId),
    matches.map(({ webhookId }) => webhookId),
    matches.map(({ eventId }) => eventId),
    matches.map(({ eventId }) => bodies.get(eventId)?.type),
    matches.map(({ eventId }) => bodies.get(eventId)?.body),
    ctx.services.config.webhookRetryDelays[0] ?? 0,
  ]);
  return rows;
}

/** Tells the queue and live subscribers of committed deliveries. What gets lost on the way, the sweeper finds. */
export function announce(ctx: Context, deliveries: Queued[]): void {
  if (deliveries.length === 0) return;
  ctx.services.nudgeDeliveries(deliveries);
  ctx.services.publishDeliveries(deliveries.map(({ id, webhookId }) => ({ id, webhookId })));
}
