import type { Context } from '../../../context.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import { NO_EVENT_DATA } from '../events/event-types.ts';
import { assertOwnStorage } from './assert-own-storage.ts';

const OF_IMAGE = 'The stored image is lost or damaged; take the snapshot again';
/** Snapshots marked by one statement, so that none holds its locks for long. */
const BATCH = 500;

const MARK = `WITH lost AS (
    UPDATE snapshots SET status = 'failed', error = $2, image_key = NULL, tile_hashes = NULL, updated_at = now()
     WHERE id IN (SELECT id FROM snapshots WHERE image_key = $1 LIMIT ${BATCH}) AND image_key = $1
    RETURNING id, project_id
  ), told AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT ($3::uuid[])[row_number() OVER ()], 'snapshot.failed', p.organization_id, p.id, lost.id, '${NO_EVENT_DATA}'
      FROM lost JOIN projects p ON p.id = lost.project_id
  )
  SELECT id FROM lost`;

/**
 * Marks what used an object that is not there any more, or not as it was stored: snapshots without their image have
 * failed, others do without thumbnail or page record. The drawing of a comparison is drawn anew when it is asked for.
 * @returns the ids of the snapshots that have lost their image
 * @throws UNAVAILABLE when the storage is not ours: then nothing is lost
 */
export async function markLost(ctx: Context, key: string): Promise<string[]> {
  await assertOwnStorage(ctx);
  const { pool, logger } = ctx.services;
  const snapshots = await markSnapshots(ctx, key);
  await pool.query('UPDATE snapshots SET thumbnail_key = NULL WHERE thumbnail_key = $1', [key]);
  await pool.query('UPDATE snapshots SET record_key = NULL WHERE record_key = $1', [key]);
  await pool.query(
    'UPDATE annotations SET last_seen_image_key = NULL, last_seen_box = NULL, last_seen_at = NULL WHERE last_seen_image_key = $1',
    [key],
  );
  await pool.query('UPDATE comparisons SET diff_key = NULL WHERE diff_key = $1', [key]);
  logger.error({ key, snapshots }, 'a stored object is missing or damaged');
  return snapshots;
}

/** Each with its event. @returns their ids */
async function markSnapshots(ctx: Context, imageKey: string): Promise<string[]> {
  const marked: string[] = [];
  let more: boolean;
  do {
    const { rows } = await ctx.services.pool.query<{ id: string }>(MARK, [imageKey, OF_IMAGE, newIds(BATCH)]);
    marked.push(...rows.map(({ id }) => id));
    more = rows.length === BATCH;
  } while (more);
  if (marked.length > 0) ctx.services.nudgeRelay();
  return marked;
}
