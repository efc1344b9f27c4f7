import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { MARK_NAME } from '../../../infrastructure/storage/object-storage.ts';
import { isStored } from './is-stored.ts';

/** Objects that a storage without a mark is known by. Keys are hashes: the first ones are a fair sample. */
const SAMPLE = 20;
const RETRY_AFTER_SECONDS = 60;

const OWN_MARK = `INSERT INTO storage_marks (mark) VALUES ($1)
  ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING mark, is_written AS "isWritten"`;

/**
 * Makes sure that the storage is the one that the database knows, by a mark that stands in both, before what is not there
 * counts as lost and what nobody knows as too much: a directory that is not mounted, or another bucket, would cost every
 * picture. The first call marks a storage that has none.
 * @throws UNAVAILABLE
 */
export async function assertOwnStorage(ctx: Context): Promise<void> {
  const { objects, metrics, logger } = ctx.services;
  const problem = await problemOf(ctx);
  metrics.foreignStorage.set(problem ? 1 : 0);
  if (!problem) return;
  logger.error({ place: objects.place }, `the storage of images is not the one that the database knows: ${problem}`);
  throw new AppError('UNAVAILABLE', 'The storage of images is not there; try again later', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

async function problemOf(ctx: Context): Promise<string | undefined> {
  const { pool, objects } = ctx.services;
  const { rows } = await pool.query<{ mark: string; isWritten: boolean }>(OWN_MARK, [newId()]);
  const [own] = rows;
  const found = await objects.readMark();
  if (found !== undefined && found.trim() !== own?.mark) {
    return `its file "${MARK_NAME}" is that of another installation; set DATA_DIR or S3_BUCKET to the right one`;
  }
  if (own?.isWritten) return found === undefined ? ABSENT : undefined;
  if (own && found === undefined) {
    if (!(await isKnown(ctx))) return UNKNOWN;
    await objects.writeMark(own.mark);
  }
  await pool.query('UPDATE storage_marks SET is_written = true');
  return undefined;
}

const ABSENT = `its file "${MARK_NAME}" is missing; mount the right directory, or set DATA_DIR or S3_BUCKET to the right one`;
const UNKNOWN = 'it holds none of the images, or others; mount the right directory, or set DATA_DIR or S3_BUCKET to it';

/** Whether most of the objects that the database knows are there, or neither knows any. */
async function isKnown(ctx: Context): Promise<boolean> {
  const { pool, objects } = ctx.services;
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM stored_objects ORDER BY key LIMIT $1', [SAMPLE]);
  if (rows.length === 0) {
    for await (const _ of objects.list()) return false;
    return true;
  }
  const isThere = await Promise.all(rows.map(({ key }) => isStored(ctx, key)));
  return isThere.filter(Boolean).length * 2 >= rows.length;
}
