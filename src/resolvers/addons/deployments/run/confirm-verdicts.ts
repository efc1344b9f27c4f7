import { isShown } from '../verdicts/comparable.ts';
import { NO_EVIDENCE } from '../verdicts/evidence.ts';
import { judgeSnapshot, type SnapshotVerdict } from '../verdicts/judge-snapshot.ts';
import type { SnapshotPair } from '../verdicts/load-sightings.ts';
import type { ClaimedCapture } from './claim-capture.ts';
import { type Evaluating, findSnapshot } from './compare-captured.ts';
import { pageProblem } from './page-problem.ts';

/** A look that the snapshot before showed too was loaded twice already. */
const isNew = ({ verdict, sinceDeployment: since }: SnapshotVerdict): boolean =>
  verdict === 'unchanged' ? since === 'changed' : verdict !== 'unknown' && since !== 'unchanged';

/**
 * Tells changes of a deployment from elements that differ at every load, such as an ad: where the
 * earlier page was not seen twice with the same look, a second capture must show the element as the
 * first one does. Otherwise the verdict is `unknown`.
 *
 * @returns undefined if the second capture is to be ordered
 * @throws DiffQueueFull
 */
export async function confirmVerdicts(
  ctx: Evaluating,
  { controlId }: ClaimedCapture,
  { isSteady }: SnapshotPair,
  verdicts: readonly SnapshotVerdict[],
): Promise<readonly SnapshotVerdict[] | undefined> {
  const doubtful = isSteady ? [] : verdicts.filter(isNew);
  if (doubtful.length === 0) return verdicts;
  if (controlId === null) return undefined;
  const control = await findSnapshot(ctx, controlId);
  const isUsable = control?.status === 'completed' && !pageProblem(control);
  const annotationIds = doubtful.map(({ annotationId }) => annotationId);
  const again = (isUsable && (await judgeSnapshot(ctx, controlId, { annotationIds }))) || [];
  const seenAgain = new Map(again.map((verdict) => [verdict.annotationId, verdict]));
  return verdicts.map((verdict) =>
    doubtful.includes(verdict) && !isSame(verdict, seenAgain.get(verdict.annotationId)) ? unstable(verdict) : verdict,
  );
}

/**
 * Whether the second capture shows an element as the first one does: for one that is gone, not at
 * all, or the same other element in its place.
 */
const isSame = ({ verdict }: SnapshotVerdict, again: SnapshotVerdict | undefined): boolean =>
  again !== undefined && (again.verdict === 'unchanged' || (verdict === 'gone' && !isShown(again.after)));

const unstable = (verdict: SnapshotVerdict): SnapshotVerdict => ({
  ...verdict,
  verdict: 'unknown',
  reason: 'page_unstable',
  evidence: NO_EVIDENCE,
  literal: null,
});
