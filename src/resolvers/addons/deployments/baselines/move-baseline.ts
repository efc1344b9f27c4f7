import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';

/** A page in one environment and viewport. */
export interface BaselineKey {
  environmentId: string;
  urlKey: string;
  viewportWidth: number;
  viewportHeight: number;
  deviceScaleFactor: number;
}

/** Columns of a BaselineKey and its parameters. */
export const IS_BASELINE = `environment_id = $environmentId AND url_key = $urlKey AND viewport_width = $viewportWidth
    AND viewport_height = $viewportHeight AND device_scale_factor = $deviceScaleFactor`;

/** `$from`: the baseline that is replaced; another one stays. */
const INSERT = statement(
  'move-baseline/insert',
  `INSERT INTO baselines
    (id, environment_id, url_key, viewport_width, viewport_height, device_scale_factor, snapshot_id, accepted_by_id)
  VALUES ($id, $environmentId, $urlKey, $viewportWidth, $viewportHeight, $deviceScaleFactor, $to, $by?)
  ON CONFLICT (environment_id, url_key, viewport_width, viewport_height, device_scale_factor) DO UPDATE
     SET snapshot_id = excluded.snapshot_id, accepted_by_id = coalesce(excluded.accepted_by_id, baselines.accepted_by_id),
         accepted_at = CASE WHEN excluded.accepted_by_id IS NULL THEN baselines.accepted_at ELSE now() END
   WHERE $from?::uuid IS NULL OR baselines.snapshot_id = $from`,
);

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
  const key = { environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor };
  const { rowCount } = await INSERT.run(sql, { ...key, id: newId(), to, by, from });
  return rowCount === 1;
}
