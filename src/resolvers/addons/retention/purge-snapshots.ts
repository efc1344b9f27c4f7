import type { Context } from '../../../context.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { keepElementCrops } from '../../core/reanchoring/keep-element-crops.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { KEYS_OF_SNAPSHOT } from '../../platform/objects/uses.ts';
import { showsAll } from '../deployments/verdicts/load-sightings.ts';
import { RETENTION } from './purge-expired.ts';

/** Snapshots per statement; bounds the time its locks are held. */
const BATCH = 500;

/** SQL: the snapshot shows first what an open annotation reports, which verdicts compare with. */
const SHOWS_REPORTED = `EXISTS (SELECT FROM snapshot_pins p JOIN annotations a ON a.id = p.annotation_id
     AND a.status <> 'resolved' AND a.deleted_at IS NULL
   WHERE ${showsAll('s')} AND s.preview_annotation_id IS NULL AND p.series_id = s.series_id AND s.series_number BETWEEN p.first_number AND p.last_number AND p.state IN ('bound', 'rebound')
     AND NOT EXISTS (SELECT FROM snapshot_pins e WHERE e.annotation_id = p.annotation_id AND e.series_id = p.series_id
                        AND e.first_number < p.first_number AND e.state IN ('bound', 'rebound'))
     AND NOT EXISTS (SELECT FROM snapshots o WHERE o.series_id = s.series_id AND ${showsAll('o')}
                        AND o.series_number >= p.first_number AND o.series_number < s.series_number))`;

/**
 * Oldest expired snapshots of each project, without those that verdicts compare with. Deleted
 * projects get no event.
 */
const PURGE = statement(
  'purge-snapshots/purge',
  `WITH expired AS (
    SELECT s.id, p.organization_id, p.deleted_at
      FROM (SELECT *, CASE WHEN deleted_at < now() - interval '${RETENTION}' THEN 'infinity'
                           WHEN snapshot_retention > 0 THEN now() - snapshot_retention * interval '1 day' END AS kept_from
              FROM projects) AS p
     CROSS JOIN LATERAL (SELECT id FROM snapshots s WHERE project_id = p.id AND created_at < p.kept_from
                            AND (p.deleted_at IS NOT NULL OR NOT ${SHOWS_REPORTED})
                          ORDER BY created_at, id LIMIT ${BATCH}) AS s
     WHERE p.kept_from IS NOT NULL
     LIMIT ${BATCH}
  ), removed AS (
    DELETE FROM snapshots USING expired WHERE snapshots.id = expired.id
    RETURNING snapshots.id, project_id, expired.organization_id, expired.deleted_at, ${KEYS_OF_SNAPSHOT} AS keys
  ), inserted_events AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT ($eventIds::uuid[])[row_number() OVER ()], 'snapshot.deleted', organization_id, project_id, id, '${NO_EVENT_DATA}'
      FROM removed WHERE deleted_at IS NULL
  )
  SELECT keys AS "keys!" FROM removed`,
).narrow<{ keys: (string | null)[] }>();

/**
 * Deletes expired snapshots and those of expired projects, with their images, until the process
 * stops. After the first failure of the storage, the images are left to the object sweep.
 *
 * @throws that failure, after the snapshots were deleted
 */
export async function purgeSnapshots(ctx: Context<'objects' | 'pool' | 'stopping' | 'wakeRelay'>): Promise<void> {
  const { stopping } = ctx.services;
  let removed = BATCH;
  let failure: { error: unknown } | undefined;
  while (removed === BATCH && !stopping.aborted) {
    const rows = await PURGE.rows(ctx.services.pool, { eventIds: newIds(BATCH) });
    removed = rows.length;
    if (removed > 0) ctx.services.wakeRelay();
    failure ??= await removeImages(
      ctx,
      rows.flatMap((row) => row.keys),
    );
  }
  if (failure) throw failure.error;
}

async function removeImages(
  ctx: Context<'objects' | 'pool' | 'stopping'>,
  keys: (string | null)[],
): Promise<{ error: unknown } | undefined> {
  try {
    await keepElementCrops(ctx, keys);
    await freeObjects(ctx, keys);
    return undefined;
  } catch (error) {
    return { error };
  }
}
