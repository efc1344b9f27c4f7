import type { Context } from '../../../../context.ts';
import type { PairFacts } from '../../../../infrastructure/comparison/task.ts';
import { isShown } from '../verdicts/comparable.ts';
import { judgePair, type SnapshotVerdict } from '../verdicts/judge-snapshot.ts';
import type { SnapshotPair } from '../verdicts/load-sightings.ts';
import type { AcceptedLook, ChangedElement } from '../verdicts/types.ts';
import type { GuardedLooks } from './load-looks.ts';

/** Pins of a snapshot with those before it, and with the looks that verdicts compare with. */
export interface LookPairs {
  /** The snapshot and the one before, or before the deployment. */
  previous: SnapshotPair;
  /** One pair for each earlier snapshot that shows a look. */
  pairs: readonly SnapshotPair[];
  guards: GuardedLooks;
}

export interface PairOptions {
  /** Finds the changed elements of the page since the earlier snapshot. */
  changesSince?: (earlierId: string) => Promise<readonly ChangedElement[]>;
  /** Facts of one of the pairs, if a comparison of its pages found them. */
  facts?: { pair: SnapshotPair; found: PairFacts } | undefined;
}

/**
 * Judges annotations against their reported or accepted looks, and says what happened to them since
 * the snapshot before.
 *
 * @returns one verdict per annotation with a pin, in the order of their ids
 * @throws DiffQueueFull
 */
export async function judgePairs(
  ctx: Context<'diffWorkers' | 'objects' | 'pool'>,
  { previous, pairs, guards }: LookPairs,
  { facts, ...options }: PairOptions = {},
): Promise<SnapshotVerdict[]> {
  const accepted = acceptedLooks(guards);
  const verdicts: SnapshotVerdict[] = [];
  for (const pair of pairs) {
    const found = facts?.pair === pair ? facts.found : undefined;
    const judged = await judgePair(ctx, pair, { ...options, accepted, facts: found });
    const isPrevious = pair.before?.id === previous.before?.id;
    const since = isPrevious ? judged : await judgePair(ctx, withAnnotationsOf(previous, pair), options);
    verdicts.push(...judged.map((verdict, index) => ({ ...verdict, sinceDeployment: sinceOf(verdict, since[index]) })));
  }
  return verdicts.toSorted((a, b) => (a.annotationId < b.annotationId ? -1 : 1));
}

/** An element that was and is absent did not change. */
function sinceOf({ verdict }: SnapshotVerdict, since: SnapshotVerdict | undefined): SnapshotVerdict['sinceDeployment'] {
  return verdict === 'gone' && since?.before && !isShown(since.before) ? 'unchanged' : (since?.verdict ?? null);
}

/** The pair of the snapshot before, with the annotations of another pair in their order. */
function withAnnotationsOf(previous: SnapshotPair, { annotations }: SnapshotPair): SnapshotPair {
  const ids = new Set(annotations.map(({ annotationId }) => annotationId));
  return { ...previous, annotations: previous.annotations.filter(({ annotationId }) => ids.has(annotationId)) };
}

/** Looks that the guards of this place compare with; pixels are compared where they must decide. */
const acceptedLooks = (guards: GuardedLooks): Map<string, AcceptedLook> =>
  new Map(
    [...guards.values()]
      .filter(({ isHere }) => isHere)
      .map(({ annotationId, reported, accepted }) => [
        annotationId,
        { reported, accepted, pixelsToReported: null, pixelsBetween: null },
      ]),
  );
