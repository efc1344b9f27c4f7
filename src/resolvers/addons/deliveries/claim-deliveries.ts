import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { FAILURES_TO_PAUSE } from './circuit-breaker.ts';

/** An attempt ends within 20 s, those of integrations included; whoever takes 10 s longer to write it down is dead. */
const LEASE_SECONDS = 30;

/** What an attempt needs to know. Secrets are sealed. */
export interface ClaimedDelivery {
  id: string;
  leaseId: string;
  eventId: string;
  type: string;
  body: string;
  /** Attempts before this one. */
  attemptCount: number;
  /** How many of them, this one included, were asked for on top of the schedule. */
  extraAttempts: number;
  createdAt: Date;
  webhookId: string;
  url: string;
  lane: string;
  secret: string;
  previousSecret: string | null;
  /** It goes to an integration, in its provider's words. */
  toIntegration: boolean;
  /** Calls in a row in the lane that were left without an answer. */
  laneFailures: number;
}

/**
 * Rows that another process holds are left to it; those of a paused lane stay for later, their attempts unused. When its
 * pause is over, one delivery tries it for all processes: taking it begins the next pause, for as long as the lease.
 */
const CLAIM = `WITH ready AS (
    SELECT d.id, w.host AS lane, coalesce(h.failures, 0) AS failures, i.id IS NOT NULL AS to_integration
      FROM webhook_deliveries d
      JOIN webhooks w ON w.id = d.webhook_id AND w.enabled
      LEFT JOIN integrations i ON i.id = w.id
      LEFT JOIN webhook_hosts h ON h.host = w.host
     WHERE d.id = ANY($1::uuid[]) AND d.state = 'pending' AND d.next_attempt_at <= now()
       AND (d.leased_until IS NULL OR d.leased_until < now())
       AND (h.paused_until IS NULL OR h.paused_until <= now())
       AND (i.paused_until IS NULL OR i.paused_until <= now())
     ORDER BY d.id FOR UPDATE OF d SKIP LOCKED
  ), tried AS (
    UPDATE webhook_hosts h SET paused_until = now() + interval '${LEASE_SECONDS} seconds'
      FROM (SELECT lane, min(id::text)::uuid AS id FROM ready WHERE failures >= ${FAILURES_TO_PAUSE} GROUP BY lane) AS first
     WHERE h.host = first.lane AND h.paused_until <= now()
    RETURNING first.id
  ), due AS (
    SELECT * FROM ready WHERE failures < ${FAILURES_TO_PAUSE} OR id IN (SELECT id FROM tried)
  )
  UPDATE webhook_deliveries d SET lease_id = $2, leased_until = now() + interval '${LEASE_SECONDS} seconds'
    FROM due, webhooks w
   WHERE d.id = due.id AND w.id = d.webhook_id
  RETURNING d.id, d.lease_id AS "leaseId", d.event_id AS "eventId", d.type, d.body, d.attempt_count AS "attemptCount",
    d.extra_attempts AS "extraAttempts", d.created_at AS "createdAt",
    w.id AS "webhookId", w.url, w.host AS lane, w.secret, due.failures AS "laneFailures", due.to_integration AS "toIntegration",
    CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_secret END AS "previousSecret"`;

/** Takes deliveries for this process. @returns in the order of the ids; undefined for what is not to be sent now */
export async function claimDeliveries(ctx: Context, ids: string[]): Promise<(ClaimedDelivery | undefined)[]> {
  const { rows } = await ctx.services.pool.query<ClaimedDelivery>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [ids, randomUUID()],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Gives deliveries back that were not attempted to the end; the sweeper hands them on at once. */
export async function releaseDelivery(ctx: Context, { id, leaseId }: ClaimedDelivery): Promise<void> {
  await ctx.services.pool.query(
    `UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL, queued_at = NULL
      WHERE id = $1 AND lease_id = $2`,
    [id, leaseId],
  );
}

/** Gives a delivery back, for a later time: no attempt of it is used. */
export async function postponeDelivery(
  ctx: Context,
  { id, leaseId }: ClaimedDelivery,
  /** Seconds. */
  delay: number,
): Promise<void> {
  await ctx.services.pool.query(
    `UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL, queued_at = NULL,
            next_attempt_at = now() + $3 * interval '1 second'
      WHERE id = $1 AND lease_id = $2`,
    [id, leaseId, delay],
  );
}
