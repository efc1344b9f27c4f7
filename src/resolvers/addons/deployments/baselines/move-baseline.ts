import { newId } from '../../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';

/** A page in one environment and viewport. */
export interface BaselineKey {
  environmentId: string;
  urlKey: string;
  viewportWidth: number;
  viewportHeight: number;
  deviceScaleFactor: number;
}

/** `$9`: the baseline that is replaced; another one stays. */
const INSERT = `INSERT INTO baselines
    (id, environment_id, url_key, viewport_width, viewport_height, device_scale_factor, snapshot_id, accepted_by_id)
  VALUES ($6, $1, $2, $3, $4, $5, $7, $8)
  ON CONFLICT (environment_id, url_key, viewport_width, viewport_height, device_scale_factor) DO UPDATE
     SET snapshot_id = excluded.snapshot_id, accepted_by_id = coalesce(excluded.accepted_by_id, baselines.accepted_by_id),
         accepted_at = CASE WHEN excluded.accepted_by_id IS NULL THEN baselines.accepted_at ELSE now() END
   WHERE $9::uuid IS NULL OR baselines.snapshot_id = $9`;

/**
 * Makes a snapshot the baseline of its page. A baseline follows equal snapshots, so that it is not
 * lost with the oldest of them; that does not change who accepted it.
 *
 * @param move.from the baseline that it replaces; null for any
 * @param move.by the user who accepts it
 * @returns false if another baseline stays
 */
export async function moveBaseline(
  sql: Queryable,
  { environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor }: BaselineKey,
  { from, to, by = null }: { from: string | null; to: string; by?: string | null },
): Promise<boolean> {
  const key = [environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor];
  const { rowCount } = await sql.query(INSERT, [...key, newId(), to, by, from]);
  return rowCount === 1;
}
