import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { SnapshotSource } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { SNAPSHOT_COLUMNS } from './require-snapshot.ts';
import type { SnapshotInput } from './snapshot-input.ts';

/** Estimated duration of a project's first capture, milliseconds. */
const USUAL_MS = 2_000;
/** Number of recent captures that the estimate is based on. */
const RECENT = 20;

/** Max waiting and running snapshots per project. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 10;

/**
 * Inserts a snapshot with its event and its estimate from the queue and the project's recent
 * captures. Waits for concurrent changes of the project's environments, which lock the project. The
 * fair-share rank (column `turn`) follows the organization's last one and is not below the current
 * one, so that an organization with many snapshots does not delay the others. The estimate of a
 * member's capture leaves out the waiting ones that visitors caused, which follow it.
 */
const INSERT = statement(
  'insert-snapshot/insert',
  `WITH project AS (
    SELECT id, organization_id FROM projects WHERE id = $projectId AND deleted_at IS NULL FOR SHARE
  ), recent AS (
    SELECT coalesce(avg(duration_ms), ${USUAL_MS}) AS ms FROM (
      SELECT duration_ms FROM snapshots WHERE project_id = $projectId AND status = 'completed'
       ORDER BY created_at DESC, id DESC LIMIT ${RECENT}) newest
  ), queue AS (
    SELECT q.turn, q.lease_id, q.project_id, p.organization_id = project.organization_id AS is_own,
           p.organization_id = project.organization_id AND q.by_visitor AND q.lease_id IS NULL AND NOT $byVisitor::boolean AS is_later
      FROM snapshots q JOIN projects p ON p.id = q.project_id, project WHERE q.status = 'processing'
  ), next AS (
    SELECT coalesce(greatest(max(turn) FILTER (WHERE is_own) + 1, max(turn) FILTER (WHERE lease_id IS NOT NULL),
                             min(turn)), 0) AS turn
      FROM queue
  ), queued AS (
    SELECT count(*) FILTER (WHERE queue.turn <= next.turn AND NOT is_later) AS count,
           count(*) FILTER (WHERE project_id = $projectId)::int AS waiting
      FROM next LEFT JOIN queue ON true
  ), s AS (
    INSERT INTO snapshots (id, project_id, environment_id, url, url_key, viewport_width, viewport_height,
                           device_scale_factor, full_page, wait_for_selector, delay, hide_selectors, "freeze",
                           estimated_time, source, by_visitor, turn, updated_at, via,
                           preview_annotation_id)
    SELECT $id, project.id, environment_of(project.id, $urlKey), $url, $urlKey, $viewportWidth, $viewportHeight, $deviceScaleFactor, $fullPage, $waitForSelector?, $delay::int, $hideSelectors, $freeze,
           ceil((recent.ms * (1 + floor(queued.count / $concurrency::numeric)) + $delay::int) / 1000), $source::"SnapshotSource",
           $byVisitor, next.turn, now(), $via?, $previewAnnotationId?
      FROM project, recent, next, queued
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT $eventId, 'snapshot.created', organization_id, id, $id, '${NO_EVENT_DATA}' FROM project
  )
  SELECT ${SNAPSHOT_COLUMNS}, queued.waiting AS "waiting!" FROM s, queued`,
);

/**
 * Inserts a snapshot for a worker to capture. An exception must roll back the transaction. Wake the
 * workers and the relay after the commit.
 *
 * @throws NOT_FOUND
 * @throws RATE_LIMITED if too many snapshots of the project are waiting
 */
export async function insertSnapshot(
  ctx: Context<'config'>,
  sql: Queryable,
  input: SnapshotInput & {
    source: SnapshotSource;
    byVisitor?: boolean;
    via?: string | null;
    previewAnnotationId?: string | null;
  },
): Promise<SnapshotRow> {
  const { width, height, deviceScaleFactor } = input.viewport;
  const inserted = await INSERT.first(sql, {
    id: newId(),
    projectId: input.projectId,
    url: input.url,
    urlKey: normalizeUrl(input.url),
    viewportWidth: Math.round(width),
    viewportHeight: Math.round(height),
    deviceScaleFactor,
    fullPage: input.fullPage,
    waitForSelector: input.waitForSelector,
    delay: Math.round(input.delay),
    hideSelectors: input.hideSelectors,
    freeze: input.freeze,
    concurrency: ctx.services.config.capture.concurrency,
    eventId: newId(),
    source: input.source,
    byVisitor: input.byVisitor ?? false,
    via: input.via ?? null,
    previewAnnotationId: input.previewAnnotationId ?? null,
  });
  if (!inserted) throw notFound('Project');
  const { waiting, ...snapshot } = inserted;
  if (waiting >= MAX_WAITING && input.source === 'api') {
    throw new AppError(
      'RATE_LIMITED',
      `The project has ${waiting} waiting snapshots; the limit is ${MAX_WAITING}. Retry when some are finished`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  return snapshot;
}
