import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { INSTALLATION_KEY } from '../../../infrastructure/storage/object-storage.ts';
import { isStored } from './is-stored.ts';

/**
 * Sampled objects that identify a storage without a marker. Keys are hashes, so any sample is
 * random.
 */
const SAMPLE = 20;
const RETRY_AFTER_SECONDS = 60;

const INSTALLATION_ID = statement(
  'assert-own-storage/installation-id',
  `INSERT INTO storage_marks (mark) VALUES ($mark)
  ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING mark, is_written AS "isWritten"`,
);

/**
 * Checks that the storage belongs to this database, by an installation id stored in both. Call it
 * before treating missing objects as lost or unknown objects as garbage: with an unmounted
 * directory or another bucket, every picture would be lost. The first call writes the id to an
 * empty storage.
 *
 * @throws UNAVAILABLE
 */
export async function assertOwnStorage(ctx: Context<'logger' | 'metrics' | 'objects' | 'pool'>): Promise<void> {
  const { objects, metrics, logger } = ctx.services;
  const problem = await problemOf(ctx);
  metrics.foreignStorage.set(problem ? 1 : 0);
  if (!problem) return;
  logger.error({ place: objects.location }, `image storage does not belong to this database: ${problem}`);
  throw new AppError('UNAVAILABLE', 'The image storage is unavailable; retry later', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

const SET_WRITTEN = statement('assert-own-storage/set-written', 'UPDATE storage_marks SET is_written = true');

async function problemOf(ctx: Context<'objects' | 'pool'>): Promise<string | undefined> {
  const { pool, objects } = ctx.services;
  const own = await INSTALLATION_ID.first(pool, { mark: newId() });
  const found = await objects.readInstallationId();
  if (found !== undefined && found.trim() !== own?.mark) {
    return `its file "${INSTALLATION_KEY}" belongs to another installation; correct DATA_DIR or S3_BUCKET`;
  }
  if (own?.isWritten) return found === undefined ? ABSENT : undefined;
  if (own && found === undefined) {
    if (!(await isKnown(ctx))) return UNKNOWN;
    await objects.writeInstallationId(own.mark);
  }
  await SET_WRITTEN.run(pool);
  return undefined;
}

const ABSENT = `its file "${INSTALLATION_KEY}" is missing; mount the directory, or correct DATA_DIR or S3_BUCKET`;
const UNKNOWN = 'it contains no known images; mount the directory, or correct DATA_DIR or S3_BUCKET';

const SAMPLE_OF_KEYS = statement(
  'assert-own-storage/sample-of-keys',
  'SELECT key FROM stored_objects ORDER BY key LIMIT $sample',
);

/** Whether the storage has most of the sampled objects, or storage and database are both empty. */
async function isKnown(ctx: Context<'objects' | 'pool'>): Promise<boolean> {
  const { pool, objects } = ctx.services;
  const rows = await SAMPLE_OF_KEYS.rows(pool, { sample: SAMPLE });
  if (rows.length === 0) {
    for await (const _ of objects.list()) return false;
    return true;
  }
  const isThere = await Promise.all(rows.map(({ key }) => isStored(ctx, key)));
  return isThere.filter(Boolean).length * 2 >= rows.length;
}
