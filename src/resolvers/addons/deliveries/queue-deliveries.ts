import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { isTriageChange } from '../../platform/events/event-types.ts';
import type { EventConsumer } from '../../platform/events/relay-events.ts';
import { eventBody, eventData } from './event-body.ts';
import { loadSubjects } from './load-subjects.ts';
import { type PublicEvent, publicEventsOf } from './public-events.ts';

interface Match {
  webhookId: string;
  eventId: string;
}

/**
 * Matches events with webhooks. A webhook receives no event from before its creation, and internal
 * ones only if it includes them. Integrations receive changes of labels and
 * priority only if they select annotations by them.
 */
const MATCH = statement(
  'queue-deliveries/match',
  `SELECT w.id AS "webhookId", e.id AS "eventId!"
  FROM unnest($ids::uuid[], $types::text[], $organizationIds::uuid[], $projectIds::uuid[], $times::timestamptz[],
              $visibilities::"Visibility"[], $areTriage::bool[], $areForWebhooks::bool[], $areForIntegrations::bool[])
    AS e(id, type, organization_id, project_id, created_at, visibility, is_triage, for_webhooks, for_integrations)
  JOIN webhooks w ON w.organization_id = e.organization_id AND w.enabled AND e.type = ANY(w.events)
                 AND (w.project_id IS NULL OR w.project_id = e.project_id) AND w.created_at <= e.created_at
                 AND (w.include_internal OR e.visibility = 'public')
  LEFT JOIN integrations i ON i.id = w.id
 WHERE CASE WHEN i.id IS NULL THEN e.for_webhooks
            ELSE e.for_integrations AND (NOT e.is_triage OR i.filter ?| ARRAY['labelIds', 'priorities']) END`,
  { prepared: true },
);

/**
 * Derived events. The relay hands them to no consumer; streams that resume may report them as a
 * further update.
 */
const INSERT_DERIVED = statement(
  'queue-deliveries/insert-derived',
  `INSERT INTO events (id, type, organization_id, project_id, annotation_id, comment_id, visibility, data, actor_id, created_at, relayed_at)
  SELECT d.id, d.type, e.organization_id, e.project_id, e.annotation_id, e.comment_id, d.visibility, e.data, e.actor_id, e.created_at, now()
    FROM unnest($ids::uuid[], $types::text[], $visibilities::"Visibility"[], $recordedIds::uuid[]) AS d(id, type, visibility, recorded_id)
    JOIN events e ON e.id = d.recorded_id
  ON CONFLICT (id) DO NOTHING`,
);

/** Skips webhooks that were deleted concurrently, and deliveries that exist. */
const INSERT = statement(
  'queue-deliveries/insert',
  `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, next_attempt_at, queued_at, updated_at)
  SELECT d.id, w.id, d.event_id, d.type, d.body, now() + $delay::float8 * interval '1 second',
         CASE WHEN $delay::float8 = 0 THEN now() END, now()
    FROM unnest($ids::uuid[], $webhookIds::uuid[], $eventIds::uuid[], $types::text[], $bodies::text[])
      AS d(id, webhook_id, event_id, type, body)
    JOIN webhooks w ON w.id = d.webhook_id
  ON CONFLICT (webhook_id, event_id) DO NOTHING
  RETURNING id, webhook_id AS "webhookId", (SELECT host FROM webhooks WHERE id = webhook_id) AS "destination!"`,
  { prepared: true },
);

/** An inserted delivery. */
export interface QueuedDelivery {
  id: string;
  webhookId: string;
  destination: string;
}

/**
 * Consumer that inserts one delivery per event and matching webhook, and enqueues it. A repeated
 * event adds nothing.
 */
export const queueDeliveries = (
  ctx: Context<'config' | 'objectUrls' | 'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
): EventConsumer => ({
  name: 'webhooks',
  async consume(recorded) {
    const { pool, config } = ctx.services;
    const events = recorded.flatMap(publicEventsOf);
    if (events.length === 0) return;
    const matches = await matchWebhooks(pool, events);
    if (matches.length === 0) return;
    const ids = new Set(matches.map(({ eventId }) => eventId));
    const matched = events.filter(({ id }) => ids.has(id));
    await insertDerived(pool, matched);
    const subjects = await loadSubjects(ctx, pool, matched);
    const bodies = matched.map((event) => {
      const data = eventData(event, subjects.get(event.recorded.id), config.http.baseUrl);
      return { id: event.id, type: event.type, createdAt: event.recorded.createdAt, data };
    });
    enqueueAndPublish(ctx, await insertDeliveries(ctx, pool, matches, bodies));
  },
});

const matchWebhooks = (sql: Queryable, events: readonly PublicEvent[]): Promise<Match[]> =>
  MATCH.rows(sql, {
    ids: events.map(({ id }) => id),
    types: events.map(({ type }) => type),
    organizationIds: events.map(({ recorded }) => recorded.organizationId),
    projectIds: events.map(({ recorded }) => recorded.projectId),
    times: events.map(({ recorded }) => recorded.createdAt),
    visibilities: events.map(({ visibility }) => visibility),
    areTriage: events.map(({ recorded }) => isTriageChange(recorded)),
    areForWebhooks: events.map(({ isForWebhooks }) => isForWebhooks),
    areForIntegrations: events.map(({ isForIntegrations }) => isForIntegrations),
  });

/** Deliveries whose annotation became internal are found by the rows of their events. */
async function insertDerived(sql: Queryable, events: readonly PublicEvent[]): Promise<void> {
  const derived = events.filter(({ id, recorded }) => id !== recorded.id);
  if (derived.length === 0) return;
  await INSERT_DERIVED.run(sql, {
    ids: derived.map(({ id }) => id),
    types: derived.map(({ type }) => type),
    visibilities: derived.map(({ visibility }) => visibility),
    recordedIds: derived.map(({ recorded }) => recorded.id),
  });
}

/** Inserts deliveries and returns those that did not exist. */
export async function insertDeliveries(
  ctx: Context<'config'>,
  sql: Queryable,
  matches: Match[],
  events: Parameters<typeof eventBody>[0][],
): Promise<QueuedDelivery[]> {
  const bodies = new Map(events.map((event) => [event.id, { type: event.type, body: eventBody(event) }]));
  return INSERT.rows(sql, {
    ids: matches.map(newId),
    webhookIds: matches.map(({ webhookId }) => webhookId),
    eventIds: matches.map(({ eventId }) => eventId),
    types: matches.map(({ eventId }) => bodies.get(eventId)?.type),
    bodies: matches.map(({ eventId }) => bodies.get(eventId)?.body),
    delay: ctx.services.config.webhookRetryDelays[0] ?? 0,
  });
}

/** Enqueues committed deliveries and publishes them. The sweeper finds deliveries that are lost. */
export function enqueueAndPublish(
  ctx: Context<'publishDeliveries' | 'wakeDeliveries'>,
  deliveries: QueuedDelivery[],
): void {
  if (deliveries.length === 0) return;
  ctx.services.wakeDeliveries(deliveries);
  ctx.services.publishDeliveries(deliveries.map(({ id, webhookId }) => ({ id, webhookId })));
}
