import type { Context } from '../../context.ts';
import { assertOwnStorage } from './own-storage.ts';

const OF_IMAGE = 'The stored image is lost or damaged; take the snapshot again';

/**
 * Marks what used an object that is not there any more, or not as it was stored: snapshots without their image have
 * failed, others do without thumbnail or page record. The drawing of a comparison is drawn anew when it is asked for.
 * @returns the ids of the snapshots that have lost their image
 * @throws UNAVAILABLE when the storage is not ours: then nothing is lost
 */
export async function markLost(ctx: Context, key: string): Promise<string[]> {
  await assertOwnStorage(ctx);
  const { pool, logger } = ctx.services;
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE snapshots SET status = 'failed', error = $2, image_key = NULL, tile_hashes = NULL, updated_at = now()
      WHERE image_key = $1 RETURNING id`,
    [key, OF_IMAGE],
  );
  await pool.query('UPDATE snapshots SET thumbnail_key = NULL WHERE thumbnail_key = $1', [key]);
  await pool.query('UPDATE snapshots SET record_key = NULL WHERE record_key = $1', [key]);
  await pool.query(
    'UPDATE annotations SET last_seen_image_key = NULL, last_seen_box = NULL, last_seen_at = NULL WHERE last_seen_image_key = $1',
    [key],
  );
  await pool.query('UPDATE comparisons SET diff_key = NULL WHERE diff_key = $1', [key]);
  const snapshots = rows.map(({ id }) => id);
  logger.error({ key, snapshots }, 'a stored object is missing or damaged');
  return snapshots;
}
