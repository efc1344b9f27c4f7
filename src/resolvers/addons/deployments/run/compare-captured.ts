import type { Context } from '../../../../context.ts';
import type { ComparedElements } from '../../../../infrastructure/comparison/task.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { SNAPSHOT_COLUMNS } from '../../../core/snapshots/require-snapshot.ts';
import { comparePair, comparePairWithElements, toComparedSnapshot } from '../../comparisons/compare-snapshots.ts';

/** Services for the evaluation of captures. */
export type Evaluating = Context<
  'diffWorkers' | 'logger' | 'metrics' | 'objects' | 'pool' | 'singleFlight' | 'stopping' | 'wakeRelay'
>;

/** Options of comparisons within deployments: the defaults of the API. */
const OPTIONS = { threshold: 0.1, alignRows: true };

const SNAPSHOT = statement(
  'compare-captured/snapshot',
  `SELECT ${SNAPSHOT_COLUMNS} FROM snapshots s WHERE s.id = $id?`,
);

/** Snapshot by its id, without a check of rights; undefined if it was deleted. */
export async function findSnapshot(ctx: Context<'pool'>, id: string | null): Promise<SnapshotRow | undefined> {
  return await SNAPSHOT.first(ctx.services.pool, { id });
}

/** Two captures of a page. */
type Captured = Record<'before' | 'after', SnapshotRow>;

const pairOf = ({ before, after }: Captured) => ({
  baseline: toComparedSnapshot(before),
  comparison: toComparedSnapshot(after),
});

/**
 * Compares two captures of a page.
 *
 * @throws the errors of `comparePair`
 */
export const compareCaptured = (ctx: Evaluating, captured: Captured) =>
  comparePair(ctx, pairOf(captured), { ...OPTIONS, ignore: [] });

/**
 * Compares two captures of a page, whose pictures differ, and elements of both.
 *
 * @param ignore selectors
 * @throws the errors of `comparePairWithElements`
 */
export const compareWithElements = (
  ctx: Evaluating,
  captured: Captured,
  { ignore, elements }: { ignore: string[]; elements: ComparedElements | undefined },
) => comparePairWithElements(ctx, pairOf(captured), { ...OPTIONS, ignore }, elements);
