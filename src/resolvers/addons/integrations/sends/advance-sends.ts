import type { Context } from '../../../../context.ts';
import type { AnnotationSendStatus } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { ANNOTATION_SENT, NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import { enqueueAndPublish, insertDeliveries, type QueuedDelivery } from '../../deliveries/queue-deliveries.ts';
import { readProgress } from './annotation-send.ts';
import { UNSENT } from './candidates.ts';

/**
 * Deliveries of a send that are pending at once. The requests of an integration are sent one at a
 * time, so new events wait for these at most.
 */
const WINDOW = 50;

interface LockedSend {
  id: string;
  integrationId: string;
  projectId: string;
  organizationId: string;
  status: AnnotationSendStatus;
  position: number;
  lastNumber: number;
  enabled: boolean;
}

/** Sends of an integration run one after another, in the order of their ids. */
const LOCK = statement(
  'advance-sends/lock',
  `SELECT s.id, s.integration_id AS "integrationId", i.project_id AS "projectId", w.organization_id AS "organizationId",
    s.status, s.position, s.last_number AS "lastNumber", w.enabled
  FROM annotation_sends s
  JOIN integrations i ON i.id = s.integration_id AND i.deleted_at IS NULL
  JOIN webhooks w ON w.id = i.id
 WHERE s.id = $id AND s.finished_at IS NULL AND (s.status = 'canceled' OR NOT EXISTS (
         SELECT FROM annotation_sends o
          WHERE o.integration_id = s.integration_id AND o.finished_at IS NULL AND o.id < s.id))
   FOR NO KEY UPDATE OF s SKIP LOCKED`,
);

const FIND = statement('advance-sends/find', 'SELECT id FROM annotation_sends WHERE finished_at IS NULL ORDER BY id');

/** Advances all unfinished sends. Skips those of other processes. */
export async function advanceSends(
  ctx: Context<'config' | 'pool' | 'publishDeliveries' | 'stopping' | 'wakeDeliveries'>,
): Promise<void> {
  const { pool, stopping } = ctx.services;
  const rows = await FIND.rows(pool);
  for (const { id } of rows) {
    if (stopping.aborted) return;
    await advanceSend(ctx, id);
  }
}

/**
 * Queues the next annotations of a send, cancels the rest of a canceled one, and finishes it when
 * nothing is pending. Each run is one transaction: after a crash, the next run continues.
 */
export async function advanceSend(
  ctx: Context<'config' | 'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
  id: string,
): Promise<void> {
  const queued = await inTransaction(ctx.services.pool, async (sql) => {
    const send = await LOCK.first(sql, { id });
    return send ? advance(ctx, sql, send) : [];
  });
  enqueueAndPublish(ctx, queued);
}

const CANCEL = statement(
  'advance-sends/cancel',
  `UPDATE webhook_deliveries d SET state = 'cancelled', next_attempt_at = NULL, updated_at = now(), error = $canceled
  WHERE d.id IN (
    SELECT d.id FROM sent_annotations s
      JOIN webhook_deliveries d ON d.webhook_id = s.integration_id AND d.event_id = s.event_id AND d.state = 'pending'
     WHERE s.send_id = $id ORDER BY d.id FOR UPDATE OF d)`,
);
const CANCELED = 'Sending this annotation was canceled before it was delivered';

const FINISH = statement(
  'advance-sends/finish',
  `UPDATE annotation_sends SET sent = $sent, failed = $failed, finished_at = now(),
    status = CASE WHEN status = 'running' THEN 'completed' ELSE status END
  WHERE id = $id`,
);

/** Lets a later send repeat what failed or was canceled. */
const RELEASE = statement(
  'advance-sends/release',
  `DELETE FROM sent_annotations s USING webhook_deliveries d
  WHERE s.send_id = $id AND d.webhook_id = s.integration_id AND d.event_id = s.event_id AND d.state <> 'delivered'`,
);

async function advance(ctx: Context<'config'>, sql: Queryable, send: LockedSend): Promise<QueuedDelivery[]> {
  const isCanceled = send.status === 'canceled';
  if (isCanceled) await CANCEL.run(sql, { id: send.id, canceled: CANCELED });
  const { sent, failed, pending } = (await readProgress(sql, [send.id])).get(send.id) ?? NOTHING;
  if (!isCanceled && !send.enabled) return [];
  const queued = isCanceled || pending >= WINDOW ? [] : await queueNext(ctx, sql, send, WINDOW - pending);
  if (queued.length === 0 && pending === 0) {
    await FINISH.run(sql, { id: send.id, sent, failed });
    await RELEASE.run(sql, { id: send.id });
  }
  return queued;
}

const NOTHING = { sent: 0, failed: 0, pending: 0 };

const NEXT = statement(
  'advance-sends/next',
  `SELECT a.id, a.number, a.visibility ${UNSENT} AND a.number > $position AND a.number <= $lastNumber ORDER BY a.number LIMIT $count`,
);

const MOVE = statement('advance-sends/move', 'UPDATE annotation_sends SET position = $number WHERE id = $id');

/** Relayed already: only the delivery that is inserted with it carries it. */
const INSERT_EVENTS = statement(
  'advance-sends/insert-events',
  `INSERT INTO events (id, type, organization_id, project_id, annotation_id, visibility, data, relayed_at)
  SELECT e.id, $annotationSent, $organizationId, $projectId, e.annotation_id, e.visibility, $noEventData, now()
    FROM unnest($eventIds::uuid[], $ids::uuid[], $visibilities::"Visibility"[]) AS e(id, annotation_id, visibility)
  RETURNING id, type, data, created_at AS "createdAt"`,
).narrow<{ type: typeof ANNOTATION_SENT }>();

const INSERT_ITEMS = statement(
  'advance-sends/insert-items',
  `INSERT INTO sent_annotations (integration_id, annotation_id, event_id, send_id)
  SELECT $integrationId, i.annotation_id, i.event_id, $id FROM unnest($ids::uuid[], $eventIds::uuid[]) AS i(annotation_id, event_id)
  ON CONFLICT (integration_id, annotation_id) DO UPDATE SET event_id = excluded.event_id, send_id = excluded.send_id`,
);

/** @returns an empty list at the end */
async function queueNext(
  ctx: Context<'config'>,
  sql: Queryable,
  { id, integrationId, projectId, organizationId, position, lastNumber }: LockedSend,
  count: number,
): Promise<QueuedDelivery[]> {
  const next = await NEXT.rows(sql, { id, position, lastNumber, count });
  const last = next.at(-1);
  if (!last) return [];
  const eventIds = next.map(newId);
  const events = await INSERT_EVENTS.rows(sql, {
    eventIds,
    ids: next.map((annotation) => annotation.id),
    visibilities: next.map(({ visibility }) => visibility),
    annotationSent: ANNOTATION_SENT,
    organizationId,
    projectId,
    noEventData: NO_EVENT_DATA,
  });
  await INSERT_ITEMS.run(sql, { integrationId, ids: next.map((annotation) => annotation.id), eventIds, id });
  await MOVE.run(sql, { id, number: last.number });
  const matches = eventIds.map((eventId) => ({ webhookId: integrationId, eventId }));
  return insertDeliveries(ctx, sql, matches, events);
}
