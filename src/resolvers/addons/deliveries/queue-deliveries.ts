import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { appLink, pageLink } from '../../core/annotations/links.ts';
import {
  type CommentEventData,
  isPublicEventType,
  isStatusChange,
  isTriageChange,
  type ProofEventData,
} from '../../platform/events/event-types.ts';
import type { EventConsumer, RelayedEvent } from '../../platform/events/relay-events.ts';
import { publicEventId } from './signatures.ts';

interface Match {
  webhookId: string;
  eventId: string;
  /** The annotation of the event, if it concerns one. */
  annotation?: { id: string; number: number; url: string } | null;
}

/**
 * Matches events with webhooks. A webhook receives no event from before its creation, and internal
 * ones only if it includes them. Changes of labels and priority are for integrations that select
 * annotations by them.
 */
const MATCH = `SELECT w.id AS "webhookId", e.id AS "eventId",
    CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'number', a.number, 'url', a.url) END AS annotation
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::"Visibility"[], $7::uuid[], $8::bool[])
    AS e(id, type, organization_id, project_id, created_at, visibility, annotation_id, is_triage)
  JOIN webhooks w ON w.organization_id = e.organization_id AND w.enabled AND e.type = ANY(w.events)
                 AND (w.project_id IS NULL OR w.project_id = e.project_id) AND w.created_at <= e.created_at
                 AND (w.include_internal OR e.visibility = 'public')
                 AND (NOT e.is_triage OR EXISTS (
                       SELECT FROM integrations i WHERE i.id = w.id AND i.filter ?| ARRAY['labelIds', 'priorities']))
  LEFT JOIN annotations a ON a.id = e.annotation_id`;

/** Skips webhooks that were deleted concurrently, and deliveries that exist. */
const INSERT = `INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, body, next_attempt_at, queued_at, updated_at)
  SELECT d.id, w.id, d.event_id, d.type, d.body, now() + $6 * interval '1 second', CASE WHEN $6 = 0 THEN now() END, now()
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) AS d(id, webhook_id, event_id, type, body)
    JOIN webhooks w ON w.id = d.webhook_id
  ON CONFLICT (webhook_id, event_id) DO NOTHING
  RETURNING id, webhook_id AS "webhookId", (SELECT host FROM webhooks WHERE id = webhook_id) AS destination`;

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
  ctx: Context<'config' | 'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
): EventConsumer => ({
  name: 'webhooks',
  async consume(events) {
    const deliverable = events.filter(
      (event) => isPublicEventType(event.type) || isStatusChange(event) || isTriageChange(event),
    );
    if (deliverable.length === 0) return;
    const values = [
      deliverable.map(({ id }) => id),
      deliverable.map(({ type }) => type),
      deliverable.map(({ organizationId }) => organizationId),
      deliverable.map(({ projectId }) => projectId),
      deliverable.map(({ createdAt }) => createdAt),
      deliverable.map(({ visibility }) => visibility),
      deliverable.map(({ annotationId }) => annotationId),
      deliverable.map(isTriageChange),
    ];
    const { rows } = await ctx.services.pool.query<Match>({ name: 'match-webhooks', text: MATCH, values });
    if (rows.length === 0) return;
    enqueueAndPublish(ctx, await insertDeliveries(ctx, ctx.services.pool, rows, deliverable));
  },
});

/** Inserts deliveries and returns those that did not exist. */
export async function insertDeliveries(
  ctx: Context<'config'>,
  sql: Queryable,
  matches: Match[],
  events: Pick<RelayedEvent, 'id' | 'type' | 'createdAt' | 'data'>[],
): Promise<QueuedDelivery[]> {
  const { baseUrl } = ctx.services.config.http;
  const annotations = new Map(matches.map(({ eventId, annotation }) => [eventId, annotation]));
  const bodies = new Map(
    events.map((event) => [event.id, { type: event.type, body: eventBody(event, annotations.get(event.id), baseUrl) }]),
  );
  const values = [
    matches.map(newId),
    matches.map(({ webhookId }) => webhookId),
    matches.map(({ eventId }) => eventId),
    matches.map(({ eventId }) => bodies.get(eventId)?.type),
    matches.map(({ eventId }) => bodies.get(eventId)?.body),
    ctx.services.config.webhookRetryDelays[0] ?? 0,
  ];
  const { rows } = await sql.query<QueuedDelivery>({ name: 'insert-deliveries', text: INSERT, values });
  return rows;
}

/** Builds the request body, which is stored: signatures cover its bytes. */
function eventBody(
  { id, type, createdAt, data }: Pick<RelayedEvent, 'id' | 'type' | 'createdAt' | 'data'>,
  annotation: Match['annotation'],
  baseUrl: string,
): string {
  const head = JSON.stringify({ id: publicEventId(id), type, createdAt: createdAt.toISOString() });
  return `${head.slice(0, -1)},"data":${annotation ? withLinks(data, annotation, baseUrl) : data}}`;
}

/**
 * Adds the links of its annotation to the data of a comment. The number is assigned by the
 * statement that records the event.
 */
function withLinks(data: string, annotation: NonNullable<Match['annotation']>, baseUrl: string): string {
  const { comment, proof, ...others } = JSON.parse(data) as Partial<CommentEventData>;
  if (!comment) return data;
  const links = { link: pageLink(annotation), appLink: appLink(annotation, baseUrl) };
  const proven = proof && { ...proof, link: proofLink(annotation, proof, baseUrl) };
  return JSON.stringify({
    comment: { ...comment, ...links },
    ...(proof !== undefined && { proof: proven }),
    ...others,
  });
}

/** REST address of a proof's verdict, with its pictures for those who may see them. */
const proofLink = ({ id }: { id: string }, { afterSnapshotId }: ProofEventData, baseUrl: string): string | null =>
  afterSnapshotId && `${baseUrl}/v1/annotations/${id}/verdict?snapshotId=${afterSnapshotId}`;

/** Enqueues committed deliveries and publishes them. The sweeper finds deliveries that are lost. */
export function enqueueAndPublish(
  ctx: Context<'publishDeliveries' | 'wakeDeliveries'>,
  deliveries: QueuedDelivery[],
): void {
  if (deliveries.length === 0) return;
  ctx.services.wakeDeliveries(deliveries);
  ctx.services.publishDeliveries(deliveries.map(({ id, webhookId }) => ({ id, webhookId })));
}
