import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { SnapshotSource } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { SNAPSHOT_COLUMNS } from '../../snapshots/columns.ts';
import type { SnapshotInput } from './snapshot-input.ts';

/** A capture takes about this long where none was taken yet, milliseconds. */
const USUAL_MS = 2_000;
/** So many of the project's newest tell how long the next will take. */
const RECENT = 20;

/** Snapshots that callers may have waiting for a project at once, those under way among them. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 10;

/**
 * Writes the snapshot, its estimate from the queue before it and the project's recent ones, and its event. Whoever
 * changes the project's environments holds the project: this waits for it, and then sees them as they are. Each order of an
 * organization has a turn of its own, after its last one and not before the turn that is on: so one that has ordered much
 * waits behind itself, and others get in between.
 */
const INSERT = `WITH project AS (
    SELECT id, organization_id FROM projects WHERE id = $2 AND deleted_at IS NULL FOR SHARE
  ), recent AS (
    SELECT coalesce(avg(duration_ms), ${USUAL_MS}) AS ms FROM (
      SELECT duration_ms FROM snapshots WHERE project_id = $2 AND status = 'completed'
       ORDER BY created_at DESC, id DESC LIMIT ${RECENT}) newest
  ), queue AS (
    SELECT q.turn, q.lease_id, q.project_id, p.organization_id = project.organization_id AS is_own
      FROM snapshots q JOIN projects p ON p.id = q.project_id, project WHERE q.status = 'processing'
  ), next AS (
    SELECT coalesce(greatest(max(turn) FILTER (WHERE is_own) + 1, max(turn) FILTER (WHERE lease_id IS NOT NULL),
                             min(turn)), 0) AS turn
      FROM queue
  ), queued AS (
    SELECT count(*) FILTER (WHERE queue.turn <= next.turn) AS count, count(*) FILTER (WHERE project_id = $2)::int AS waiting
      FROM next LEFT JOIN queue ON true
  ), s AS (
    INSERT INTO snapshots (id, project_id, environment_id, url, url_key, viewport_width, viewport_height,
                           device_scale_factor, full_page, wait_for_selector, delay, hide_selectors, "freeze",
                           estimated_time, source, by_visitor, turn, updated_at)
    SELECT $1, project.id, environment_of(project.id, $4), $3, $4, $5, $6, $7, $8, $9, $10::int, $11, $12,
           ceil((recent.ms * (1 + floor(queued.count / $13::numeric)) + $10::int) / 1000), $15::"SnapshotSource",
           $16, next.turn, now()
      FROM project, recent, next, queued
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT $14, 'snapshot.created', organization_id, id, $1, '${NO_EVENT_DATA}' FROM project
  )
  SELECT ${SNAPSHOT_COLUMNS}, queued.waiting FROM s, queued`;

/**
 * Writes an order that a worker will take, in a transaction that a throw ends. The caller nudges the captures and the relay
 * once `sql` is committed. @throws NOT_FOUND; RATE_LIMITED when too many wait for the project
 */
export async function insertSnapshot(
  ctx: Context,
  sql: Queryable,
  input: SnapshotInput & { source: SnapshotSource; byVisitor?: boolean },
): Promise<SnapshotRow> {
  const { width, height, deviceScaleFactor } = input.viewport;
  const { rows } = await sql.query<SnapshotRow & { waiting: number }>(INSERT, [
    newId(),
    input.projectId,
    input.url,
    normalizeUrl(input.url),
    Math.round(width),
    Math.round(height),
    deviceScaleFactor,
    input.fullPage,
    input.waitForSelector,
    Math.round(input.delay),
    input.hideSelectors,
    input.freeze,
    ctx.services.config.capture.concurrency,
    newId(),
    input.source,
    input.byVisitor ?? false,
  ]);
  const [inserted] = rows;
  if (!inserted) throw notFound('Project');
  const { waiting, ...snapshot } = inserted;
  if (waiting >= MAX_WAITING && input.source === 'api') {
    throw new AppError(
      'RATE_LIMITED',
      `The project has ${waiting} snapshots waiting, and at most ${MAX_WAITING} may; order this one when some are taken`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  return snapshot;
}
