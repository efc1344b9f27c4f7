import type { Context } from '../../../../context.ts';
import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { SNAPSHOT_COLUMNS } from '../../../core/snapshots/require-snapshot.ts';
import { comparePair, toComparedSnapshot } from '../../comparisons/compare-snapshots.ts';

/** Services for the evaluation of captures. */
export type Evaluating = Context<
  'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'singleFlight' | 'stopping' | 'wakeRelay'
>;

/** Options of comparisons within deployments: the defaults of the API. */
const OPTIONS = { threshold: 0.1, alignRows: true };

const SNAPSHOT = `SELECT ${SNAPSHOT_COLUMNS} FROM snapshots s WHERE s.id = $1`;

/** Snapshot by its id, without a check of rights; undefined if it was deleted. */
export async function findSnapshot(ctx: Context<'pool'>, id: string | null): Promise<SnapshotRow | undefined> {
  return (await ctx.services.pool.query<SnapshotRow>(SNAPSHOT, [id])).rows[0];
}

/**
 * Compares two captures of a page.
 *
 * @param ignore selectors
 * @throws the errors of `comparePair`
 */
export const compareCaptured = (
  ctx: Evaluating,
  { before, after }: Record<'before' | 'after', SnapshotRow>,
  ignore: string[] = [],
) => {
  const pair = { baseline: toComparedSnapshot(before), comparison: toComparedSnapshot(after) };
  return comparePair(ctx, pair, { ...OPTIONS, ignore });
};
