import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';
import { NO_EVENT_DATA } from '../events/event-types.ts';
import { assertOwnStorage } from './assert-own-storage.ts';
import { freeObjects } from './free-objects.ts';

const IMAGE_LOST = 'The stored image is lost or damaged; take the snapshot again';
/** Snapshots per statement; bounds the time its locks are held. */
const BATCH = 500;

const FLAG = statement(
  'flag-missing/flag',
  `WITH lost AS (
    UPDATE snapshots SET status = 'failed', error = $error, image_key = NULL, tile_hashes = NULL, updated_at = now()
     WHERE id IN (SELECT id FROM snapshots WHERE image_key = $imageKey LIMIT ${BATCH}) AND image_key = $imageKey
    RETURNING id, project_id
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
    SELECT ($eventIds::uuid[])[row_number() OVER ()], 'snapshot.failed', p.organization_id, p.id, lost.id, '${NO_EVENT_DATA}'
      FROM lost JOIN projects p ON p.id = lost.project_id
  )
  SELECT id FROM lost`,
);

/** Rows that lose a missing object, and keep everything else. */
const LOSSES = [
  statement('flag-missing/thumbnails', 'UPDATE snapshots SET thumbnail_key = NULL WHERE thumbnail_key = $key'),
  statement('flag-missing/records', 'UPDATE snapshots SET record_key = NULL WHERE record_key = $key'),
  statement(
    'flag-missing/last-seen',
    'UPDATE annotations SET last_seen_image_key = NULL, last_seen_box = NULL, last_seen_at = NULL WHERE last_seen_image_key = $key',
  ),
  statement('flag-missing/pictures', 'UPDATE annotations SET picture_key = NULL WHERE picture_key = $key'),
  statement('flag-missing/attachments', 'UPDATE attachments SET object_key = NULL WHERE object_key = $key'),
  statement('flag-missing/before', 'UPDATE deployment_verdicts SET before_key = NULL WHERE before_key = $key'),
  statement('flag-missing/after', 'UPDATE deployment_verdicts SET after_key = NULL WHERE after_key = $key'),
  statement('flag-missing/differences', 'UPDATE comparisons SET diff_key = NULL WHERE diff_key = $key'),
];

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
  for (const loss of LOSSES) await loss.run(pool, { key });
  logger.error({ key, snapshots }, 'stored object missing or damaged');
  return snapshots;
}

/** Fails the snapshots that use an image, each with its event. */
async function failSnapshots(ctx: Context<'pool' | 'wakeRelay'>, imageKey: string): Promise<string[]> {
  const failed: string[] = [];
  let more: boolean;
  do {
    const rows = await FLAG.rows(ctx.services.pool, { imageKey, error: IMAGE_LOST, eventIds: newIds(BATCH) });
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
