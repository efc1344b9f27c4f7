import { isIP } from 'node:net';
import type { Context } from '../../context.ts';
import { badInput, notFound } from '../../errors.ts';
import { newId } from '../../infrastructure/ids.ts';
import { mayDial } from '../../infrastructure/outbound/address-policy.ts';
import type { SnapshotRow } from '../../snapshot-update.ts';
import { NO_EVENT_DATA } from '../annotations/change-annotation.ts';
import { normalizeUrl } from '../annotations/normalize-url.ts';
import { countUsage } from '../billing/usage/count-usage.ts';
import { createOnce, type Queryable } from '../idempotency.ts';
import { parseInput } from '../input.ts';
import { type Malformed, requireProject, requireUser } from '../policies/access.ts';
import { SNAPSHOT_COLUMNS } from './columns.ts';
import { type SnapshotInput, snapshotInput } from './snapshot-input.ts';

/** A capture takes about this long where none was taken yet, milliseconds. */
const USUAL_MS = 2_000;
/** So many of the project's newest tell how long the next will take. */
const RECENT = 20;

/** Writes the snapshot, its estimate from the queue before it and the project's recent ones, and its event. */
const INSERT = `WITH project AS (
    SELECT id, organization_id FROM projects WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE
  ), recent AS (
    SELECT coalesce(avg(duration_ms), ${USUAL_MS}) AS ms FROM (
      SELECT duration_ms FROM snapshots WHERE project_id = $2 AND status = 'completed'
       ORDER BY created_at DESC, id DESC LIMIT ${RECENT}) newest
  ), queued AS (SELECT count(*) AS count FROM snapshots WHERE status = 'processing'
  ), s AS (
    INSERT INTO snapshots (id, project_id, environment_id, url, url_key, viewport_width, viewport_height,
                           device_scale_factor, full_page, wait_for_selector, delay, hide_selectors, "freeze",
                           estimated_time, updated_at)
    SELECT $1, project.id, environment_of(project.id, $4), $3, $4, $5, $6, $7, $8, $9, $10::int, $11, $12,
           ceil((recent.ms * (1 + floor(queued.count / $13::numeric)) + $10::int) / 1000), now()
      FROM project, recent, queued
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT $14, 'snapshot.created', organization_id, id, $1, '${NO_EVENT_DATA}' FROM project
  )
  SELECT ${SNAPSHOT_COLUMNS} FROM s`;

/**
 * Takes the order for a picture of a page; a worker takes the picture.
 * @param malformed how a project id that is none is told: it may stand in the body or in the path
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT; FORBIDDEN for the role, or when the plan has no room for another
 */
export async function createSnapshot(
  ctx: Context,
  args: unknown,
  malformed: Malformed = { field: 'projectId' },
): Promise<SnapshotRow> {
  const userId = requireUser(ctx);
  const input: SnapshotInput = parseInput(snapshotInput, args);
  assertMayVisit(ctx, input.url);
  const project = await requireProject(ctx, input.projectId, 'snapshot.create', malformed);
  const request = { caller: `user:${userId}`, operation: 'createSnapshot', input, inSteps: true } as const;
  const snapshot = await createOnce(ctx, request, async (sql) => {
    await countUsage(sql, ctx, project.organizationId, 'snapshots', 1);
    return insertSnapshot(ctx, sql, input);
  });
  ctx.services.nudgeCaptures();
  ctx.services.nudgeRelay();
  return snapshot;
}

async function insertSnapshot(ctx: Context, sql: Queryable, input: SnapshotInput): Promise<SnapshotRow> {
  const { width, height, deviceScaleFactor } = input.viewport;
  const { rows } = await sql.query<SnapshotRow>(INSERT, [
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
  ]);
  const [snapshot] = rows;
  if (!snapshot) throw notFound('Project');
  return snapshot;
}

/** What is refused anyway is refused at once where no name has to be resolved for it. @throws BAD_USER_INPUT */
function assertMayVisit(ctx: Context, url: string): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocalName = /(^|\.)localhost\.?$/i.test(host);
  if (ctx.services.config.networkPolicy === 'open') return;
  if (isLocalName || (isIP(host) && !mayDial(host, 'public'))) {
    throw badInput(`url: ${host} is not an address of the public internet (NETWORK_POLICY=public)`);
  }
}
