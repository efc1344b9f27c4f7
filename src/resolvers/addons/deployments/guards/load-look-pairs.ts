import type { Context } from '../../../../context.ts';
import { type JudgedSnapshot, loadPair } from '../verdicts/load-sightings.ts';
import type { GuardScope } from './guard-scope.ts';
import type { LookPairs } from './judge-pairs.ts';
import { type GuardedLooks, loadLooks } from './load-looks.ts';
import { pairsByLook } from './pairs-by-look.ts';

/**
 * Loads the pins of annotations in a snapshot, with the looks that they are judged against.
 *
 * @param options.until time before which the earlier pictures were captured; null: any time before
 * @param options.place where accepted looks are searched. Default: that of the snapshot
 * @returns undefined if the snapshot was deleted
 */
export async function loadLookPairs(
  ctx: Context<'pool'>,
  snapshotId: string,
  { annotationIds, until, place }: { annotationIds: readonly string[]; until: Date | null; place?: GuardScope },
): Promise<LookPairs | undefined> {
  const previous = await loadPair(ctx, snapshotId, { until, annotationIds });
  if (!previous) return undefined;
  const here = place ?? placeOf(previous.after);
  const guards: GuardedLooks = here ? await loadLooks(ctx, annotationIds, here) : new Map();
  return { previous, guards, pairs: await pairsByLook(ctx, previous, { guards, until }) };
}

/** Environment and viewport of a snapshot; null outside of environments. */
const placeOf = ({ environmentId, ...snapshot }: JudgedSnapshot): GuardScope | null =>
  environmentId === null ? null : { ...snapshot, environmentId };
