import type { Context } from '../../context.ts';
import { freeObjects } from '../objects/free-objects.ts';
import { KEYS_OF_SNAPSHOT } from '../objects/uses.ts';

/** Snapshots removed by one statement, so that none holds its locks for long. */
const BATCH = 500;

const PAST = `DELETE FROM snapshots WHERE id IN (
    SELECT s.id FROM snapshots s JOIN projects p ON p.id = s.project_id
     WHERE (p.snapshot_retention > 0 AND s.created_at < now() - p.snapshot_retention * interval '1 day')
        OR p.deleted_at < now() - interval '30 days'
     LIMIT ${BATCH})
  RETURNING ${KEYS_OF_SNAPSHOT} AS keys`;

/** Removes the snapshots that are past what their project keeps, and those of projects whose time is over, with their images. */
export async function purgeSnapshots(ctx: Context): Promise<void> {
  let removed: number;
  do {
    const { rows } = await ctx.services.pool.query<{ keys: (string | null)[] }>(PAST);
    removed = rows.length;
    await freeObjects(
      ctx,
      rows.flatMap(({ keys }) => keys),
    );
  } while (removed === BATCH);
}
