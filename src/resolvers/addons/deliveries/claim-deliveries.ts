import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { FAILURES_TO_OPEN } from './circuit-breaker.ts';

/** An attempt takes at most 20 s; a process that has not recorded it 10 s later is dead. */
const LEASE_SECONDS = 30;

/** A delivery with its receiver. Secrets are encrypted. */
export interface ClaimedDelivery {
  id: string;
  leaseId: string;
  eventId: string;
  type: string;
  body: string;
  /** Number of earlier attempts. */
  attemptCount: number;
  /** Number of attempts outside the schedule, including this one. */
  extraAttempts: number;
  createdAt: Date;
  webhookId: string;
  url: string;
  destination: string;
  secret: string;
  previousSecret: string | null;
  /** User name and password of the receiver. */
  basicAuth: string | null;
  /** Whether the receiver is an integration. */
  isIntegration: boolean;
  /** Consecutive calls to the destination without a response. */
  destinationFailures: number;
}

/**
 * Condition: the delivery `d` to webhook `w` has internal text that the webhook does not include.
 * The annotation may have become internal since the event.
 */
const IS_WITHHELD = `NOT w.include_internal AND EXISTS (
    SELECT FROM events e LEFT JOIN annotations a ON a.id = e.annotation_id
     WHERE e.id = d.event_id AND (e.visibility = 'internal' OR a.visibility = 'internal'))`;

/** Error of a withheld delivery. */
const WITHHELD =
  'The comment is internal, and this receiver does not include internal comments; set includeInternal, then deliver again';

/**
 * Cancels withheld deliveries. Skips rows that another process has locked, and those of a paused
 * destination. When the pause is over, one delivery probes the destination for all processes:
 * claiming it starts another pause, as long as the lease.
 */
const CLAIM = statement(
  'claim-deliveries/claim',
  `WITH ready AS (
    SELECT d.id, w.host AS destination, coalesce(h.failures, 0) AS failures, i.id IS NOT NULL AS to_integration,
           ${IS_WITHHELD} AS is_withheld
      FROM webhook_deliveries d
      JOIN webhooks w ON w.id = d.webhook_id AND w.enabled
      LEFT JOIN integrations i ON i.id = w.id
      LEFT JOIN webhook_hosts h ON h.host = w.host
     WHERE d.id = ANY($ids::uuid[]) AND d.state = 'pending' AND d.next_attempt_at <= now()
       AND (d.leased_until IS NULL OR d.leased_until < now())
       AND (h.paused_until IS NULL OR h.paused_until <= now())
       AND (i.paused_until IS NULL OR i.paused_until <= now())
     ORDER BY d.id FOR UPDATE OF d SKIP LOCKED
  ), cancelled AS (
    UPDATE webhook_deliveries d SET state = 'cancelled', next_attempt_at = NULL, queued_at = NULL, updated_at = now(), error = $withheld
      FROM ready WHERE d.id = ready.id AND ready.is_withheld
  ), probe AS (
    UPDATE webhook_hosts h SET paused_until = now() + interval '${LEASE_SECONDS} seconds'
      FROM (SELECT destination, min(id::text)::uuid AS id FROM ready WHERE failures >= ${FAILURES_TO_OPEN} AND NOT is_withheld GROUP BY destination) AS first
     WHERE h.host = first.destination AND h.paused_until <= now()
    RETURNING first.id
  ), due AS (
    SELECT * FROM ready WHERE NOT is_withheld AND (failures < ${FAILURES_TO_OPEN} OR id IN (SELECT id FROM probe))
  )
  UPDATE webhook_deliveries d SET lease_id = $leaseId, leased_until = now() + interval '${LEASE_SECONDS} seconds'
    FROM due, webhooks w
   WHERE d.id = due.id AND w.id = d.webhook_id
  RETURNING d.id, d.lease_id AS "leaseId!", d.event_id AS "eventId", d.type, d.body, d.attempt_count AS "attemptCount",
    d.extra_attempts AS "extraAttempts", d.created_at AS "createdAt",
    w.id AS "webhookId", w.url, w.host AS destination, w.secret, w.basic_auth AS "basicAuth", due.failures AS "destinationFailures!", due.to_integration AS "isIntegration!",
    CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_secret END AS "previousSecret"`,
  { prepared: true },
);

/**
 * Claims deliveries for this process.
 *
 * @returns in the order of the ids; undefined for deliveries that cannot be sent now
 */
export async function claimDeliveries(ctx: Context<'pool'>, ids: string[]): Promise<(ClaimedDelivery | undefined)[]> {
  const rows = await CLAIM.rows(ctx.services.pool, { ids, leaseId: randomUUID(), withheld: WITHHELD });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

const RELEASE = statement(
  'claim-deliveries/release',
  `UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL, queued_at = NULL
      WHERE id = $id AND lease_id = $leaseId`,
);

/** Releases a delivery whose attempt was aborted; the sweeper enqueues it at once. */
export async function releaseDelivery(ctx: Context<'pool'>, { id, leaseId }: ClaimedDelivery): Promise<void> {
  await RELEASE.run(ctx.services.pool, { id, leaseId });
}

const POSTPONE = statement(
  'claim-deliveries/postpone',
  `UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL, queued_at = NULL,
            next_attempt_at = now() + $delay * interval '1 second'
      WHERE id = $id AND lease_id = $leaseId`,
);

/** Postpones a delivery without counting an attempt. */
export async function postponeDelivery(
  ctx: Context<'pool'>,
  { id, leaseId }: ClaimedDelivery,
  /** In seconds. */
  delay: number,
): Promise<void> {
  await POSTPONE.run(ctx.services.pool, { id, leaseId, delay });
}
