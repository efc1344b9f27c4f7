import type { Context } from '../../../context.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import { keepElements } from '../../core/reanchoring/keep-element-crops.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { KEYS_OF_SNAPSHOT } from '../../platform/objects/uses.ts';
import { KEPT } from './purge-expired.ts';

/** Snapshots removed by one statement, so that none holds its locks for long. */
const BATCH = 500;

/** Of each project the oldest, by its index. Nobody is left to be told of a project that is deleted. */
const PAST = `WITH past AS (
    SELECT s.id, p.organization_id, p.deleted_at
      FROM (SELECT *, CASE WHEN deleted_at < now() - interval '${KEPT}' THEN 'infinity'
                           WHEN snapshot_retention > 0 THEN now() - snapshot_retention * interval '1 day' END AS kept_from
              FROM projects) AS p
     CROSS JOIN LATERAL (SELECT id FROM snapshots WHERE project_id = p.id AND created_at < p.kept_from
                          ORDER BY created_at, id LIMIT ${BATCH}) AS s
     WHERE p.kept_from IS NOT NULL
     LIMIT ${BATCH}
  ), removed AS (
    DELETE FROM snapshots USING past WHERE snapshots.id = past.id
    RETURNING snapshots.id, project_id, past.organization_id, past.deleted_at, ${KEYS_OF_SNAPSHOT} AS keys
  ), told AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT ($1::uuid[])[row_number() OVER ()], 'snapshot.deleted', organization_id, project_id, id, '${NO_EVENT_DATA}'
      FROM removed WHERE deleted_at IS NULL
  )
  SELECT keys FROM removed`;

/**
 * Removes the snapshots that are past what their project keeps, and those of projects whose time is over, with their images, until
 * the process stops. After the first failure of the storage it is left alone: what is still there, the sweep of objects removes.
 * @throws that failure, once the snapshots are gone
 */
export async function purgeSnapshots(ctx: Context): Promise<void> {
  const { stopping } = ctx.services;
  let removed = BATCH;
  let failure: { of: unknown } | undefined;
  while (removed === BATCH && !stopping.aborted) {
    const { rows } = await ctx.services.pool.query<{ keys: (string | null)[] }>(PAST, [newIds(BATCH)]);
    removed = rows.length;
    if (removed > 0) ctx.services.nudgeRelay();
    failure ??= await removeImages(
      ctx,
      rows.flatMap((row) => row.keys),
    );
  }
  if (failure) throw failure.of;
}

async function removeImages(ctx: Context, keys: (string | null)[]): Promise<{ of: unknown } | undefined> {
  try {
    await keepElements(ctx, keys);
    await freeObjects(ctx, keys);
    return undefined;
  } catch (error) {
    return { of: error };
  }
}
