import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import type { ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';
import { NO_EVENT_DATA } from '../events/event-types.ts';
import { assertOwnStorage } from './assert-own-storage.ts';
import { freeObjects } from './free-objects.ts';

const IMAGE_LOST = 'The stored image is lost or damaged; take the snapshot again';
/** Snapshots per statement; bounds the time its locks are held. */
const BATCH = 500;

const FLAG = `WITH lost AS (
    UPDATE snapshots SET status = 'failed', error = $2, image_key = NULL, tile_hashes = NULL, updated_at = now()
     WHERE id IN (SELECT id FROM snapshots WHERE image_key = $1 LIMIT ${BATCH}) AND image_key = $1
    RETURNING id, project_id
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT ($3::uuid[])[row_number() OVER ()], 'snapshot.failed', p.organization_id, p.id, lost.id, '${NO_EVENT_DATA}'
      FROM lost JOIN projects p ON p.id = lost.project_id
  )
  SELECT id FROM lost`;

/**
 * Updates the rows that use a missing or damaged object: snapshots without their image fail, others
 * lose thumbnail or page record. A comparison renders its diff image again on the next request.
 *
 * @returns ids of the snapshots that lost their image
 * @throws UNAVAILABLE if the storage belongs to another installation, so that nothing is lost
 */
export async function flagMissing(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'wakeRelay'>,
  key: string,
): Promise<string[]> {
  await assertOwnStorage(ctx);
  const { pool, logger } = ctx.services;
  const snapshots = await failSnapshots(ctx, key);
  await pool.query('UPDATE snapshots SET thumbnail_key = NULL WHERE thumbnail_key = $1', [key]);
  await pool.query('UPDATE snapshots SET record_key = NULL WHERE record_key = $1', [key]);
  await pool.query(
    'UPDATE annotations SET last_seen_image_key = NULL, last_seen_box = NULL, last_seen_at = NULL WHERE last_seen_image_key = $1',
    [key],
  );
  await pool.query('UPDATE annotations SET picture_key = NULL WHERE picture_key = $1', [key]);
  await pool.query('UPDATE attachments SET object_key = NULL WHERE object_key = $1', [key]);
  await pool.query('UPDATE deployment_verdicts SET before_key = NULL WHERE before_key = $1', [key]);
  await pool.query('UPDATE deployment_verdicts SET after_key = NULL WHERE after_key = $1', [key]);
  await pool.query('UPDATE comparisons SET diff_key = NULL WHERE diff_key = $1', [key]);
  logger.error({ key, snapshots }, 'stored object missing or damaged');
  return snapshots;
}

/** Fails the snapshots that use an image, each with its event. */
async function failSnapshots(ctx: Context<'pool' | 'wakeRelay'>, imageKey: string): Promise<string[]> {
  const failed: string[] = [];
  let more: boolean;
  do {
    const { rows } = await ctx.services.pool.query<{ id: string }>(FLAG, [imageKey, IMAGE_LOST, newIds(BATCH)]);
    failed.push(...rows.map(({ id }) => id));
    more = rows.length === BATCH;
  } while (more);
  if (failed.length > 0) ctx.services.wakeRelay();
  return failed;
}

/**
 * Flags the users of a lost or damaged object and removes the object, so that a new snapshot with
 * the same image stores it again.
 *
 * @returns the error for the request, with the snapshots that lost their file
 */
export async function reportLostObject(
  ctx: Context<'logger' | 'metrics' | 'objects' | 'pool' | 'stopping' | 'wakeRelay'>,
  cause: ObjectMissing,
): Promise<AppError> {
  const { key } = cause;
  const snapshots = await flagMissing(ctx, key);
  await freeObjects(ctx, [key]);
  const of = snapshots.length > 0 ? ` of snapshot ${snapshots.join(', ')}` : '';
  const advice = snapshots.length > 0 ? 'take the snapshot again' : 'take the snapshot or attach the file again';
  return new AppError('INTERNAL', `The stored file${of} is lost or damaged; ${advice}`, { cause });
}
