import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { FlakyReceiver } from './flaky-receiver.ts';

/** Outcome of an acknowledged annotation's event. */
interface Ended {
  content: string;
  deliveries: number;
  eventId: string;
  state: string;
  attempts: number;
  /** Recorded attempts, and the highest attempt number. */
  rows: number;
  last: number;
}

const ENDED = `SELECT a.content, count(d.id)::int AS deliveries, max(replace(e.id::text, '-', '')) AS "eventId", max(d.state::text) AS state,
    max(d.attempt_count) AS attempts,
    (SELECT count(*)::int FROM webhook_attempts t WHERE t.delivery_id = min(d.id::text)::uuid) AS rows,
    (SELECT coalesce(max(number), 0) FROM webhook_attempts t WHERE t.delivery_id = min(d.id::text)::uuid) AS last
  FROM annotations a LEFT JOIN events e ON e.annotation_id = a.id AND e.type = 'comment.created'
  LEFT JOIN webhook_deliveries d ON d.event_id = e.id
  WHERE a.project_id = $1 GROUP BY a.id`;

export interface DeliveryCounts {
  delivered: number;
  exhausted: number;
  /** Requests without a recorded attempt: a kill came between the response and its record. */
  repeated: number;
}

/**
 * Checks that every acknowledged event was delivered or exhausted, consistent with the receiver.
 */
export async function auditDeliveries(
  client: pg.Client,
  options: { projectId: string; acknowledged: string[]; receiver: FlakyReceiver; attempts: number },
): Promise<DeliveryCounts & { problems: string[] }> {
  const { projectId, acknowledged, receiver, attempts } = options;
  const problems = [...receiver.problems];
  const counts = { delivered: 0, exhausted: 0, repeated: 0 };
  const { rows } = await client.query<Ended>(ENDED, [projectId]);
  const ended = new Map(rows.map((row) => [row.content, row]));
  for (const content of acknowledged) {
    const row = ended.get(content);
    if (row?.deliveries !== 1) {
      problems.push(`${content} was acknowledged and has ${row?.deliveries ?? 'no annotation, no'} deliveries`);
      continue;
    }
    const seen = receiver.events.get(`evt_${row.eventId}`);
    if (row.rows !== row.attempts || row.last !== row.attempts)
      problems.push(`${content} has gaps: ${JSON.stringify(row)}`);
    if ((seen?.requests ?? 0) < row.attempts && row.state === 'delivered')
      problems.push(`${content} was seen too seldom`);
    counts.repeated += Math.max(0, (seen?.requests ?? 0) - row.attempts);
    if (row.state === 'delivered') {
      counts.delivered += 1;
      if (!seen?.accepted) problems.push(`${content} is delivered, but the receiver never accepted it`);
    } else if (row.state === 'exhausted') {
      counts.exhausted += 1;
      if (row.attempts !== attempts) problems.push(`${content} ended after ${row.attempts} attempts`);
    } else problems.push(`${content} is ${row.state} in the end`);
  }
  const ids = new Map<string, string>();
  for (const [id, { content }] of receiver.events) {
    if (ids.has(content)) problems.push(`${content} came as ${ids.get(content)} and as ${id}`);
    ids.set(content, id);
  }
  return { ...counts, problems: problems.slice(0, 20) };
}

/**
 * Waits until all events and deliveries are processed.
 * @returns a problem after the timeout
 */
export async function waitUntilDelivered(client: pg.Client, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await client.query<{ events: number; deliveries: number }>(
      `SELECT (SELECT count(*)::int FROM events WHERE relayed_at IS NULL) AS events,
              (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'pending') AS deliveries`,
    );
    const { events = 0, deliveries = 0 } = rows[0] ?? {};
    if (events + deliveries === 0) return [];
    if (performance.now() > deadline)
      return [`${events} events and ${deliveries} deliveries are left after ${withinMs} ms`];
    await delay(200);
  }
}
