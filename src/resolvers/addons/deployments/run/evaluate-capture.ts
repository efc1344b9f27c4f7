import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { SNAPSHOT_COLUMNS } from '../../../core/snapshots/require-snapshot.ts';
import { haveSameStyles } from '../../comparisons/compare-snapshots.ts';
import type { JudgedLook } from '../guards/judge-looks.ts';
import type { LookPairs, PairOptions } from '../guards/judge-pairs.ts';
import { ignoredSelectors } from '../ignore-rules/ignored-selectors.ts';
import type { PinnedVerdict } from '../verdicts/judge-snapshot.ts';
import { comparedElements } from '../verdicts/load-sightings.ts';
import type { UnknownReason } from '../verdicts/types.ts';
import type { ClaimedCapture } from './claim-capture.ts';
import { compareWithElements, type Evaluating, findSnapshot } from './compare-captured.ts';
import { type ExplainedChange, type FoundChange, findChanges } from './find-changes.ts';
import { judgeCapture, loadJudged } from './judge-capture.ts';
import { type PageProblem, pageProblem } from './page-problem.ts';
import { unjudgedVerdicts } from './unjudged-verdicts.ts';

/** Result of a capture, to store. */
export interface CaptureResult {
  state: 'baseline' | 'unchanged' | 'changed' | 'failed';
  error: string | null;
  /** Snapshot of the capture; null if it was deleted. */
  snapshotId: string | null;
  baselineId: string | null;
  comparisonId: string | null;
  changes: FoundChange[];
  /** Filled for a page without a baseline. */
  explainedChanges: ExplainedChange[];
  changeCount: number;
  verdicts: PinnedVerdict[];
  looks: JudgedLook[];
  /** Whether a second capture must confirm verdicts before the result is stored. */
  isUnconfirmed: boolean;
  /** Whether the failure may be temporary, so that the page is captured again. */
  isTemporary: boolean;
}

/** The baseline of a capture, unless its picture was lost. */
const BASELINE = statement(
  'evaluate-capture/baseline',
  `SELECT ${SNAPSHOT_COLUMNS} FROM baselines b JOIN snapshots s ON s.id = b.snapshot_id AND s.image_key IS NOT NULL
  WHERE b.environment_id = $environmentId AND b.url_key = $urlKey AND b.viewport_width = $viewportWidth AND b.viewport_height = $viewportHeight AND b.device_scale_factor = $deviceScaleFactor`,
);

/** Result of a capture that cannot be compared: its annotations have the verdict `unknown`. */
export async function failedResult(
  ctx: Context<'pool'>,
  claimed: ClaimedCapture,
  failure: { snapshotId: string | null; error: string; reason: UnknownReason; isTemporary?: boolean },
): Promise<CaptureResult> {
  const { snapshotId, error, isTemporary = false } = failure;
  const verdicts = await unjudgedVerdicts(ctx, claimed, failure);
  return { ...NOTHING_FOUND, state: 'failed', error, snapshotId, verdicts, isTemporary };
}

const NOTHING_FOUND = {
  error: null,
  baselineId: null,
  comparisonId: null,
  changes: [],
  explainedChanges: [],
  changeCount: 0,
  verdicts: [],
  looks: [],
  isUnconfirmed: false,
  isTemporary: false,
};

/**
 * Compares a capture whose snapshot ended with its baseline, and judges its annotations. Equal
 * pictures of pages with equal styles are not compared.
 *
 * @throws the errors of `comparePairWithElements` and `judgePair`
 */
export async function evaluateCapture(ctx: Evaluating, claimed: ClaimedCapture): Promise<CaptureResult> {
  const snapshot = await findSnapshot(ctx, claimed.snapshotId);
  const snapshotId = snapshot?.id ?? null;
  const fail = (problem: PageProblem) => failedResult(ctx, claimed, { snapshotId, ...problem });
  if (!snapshot) {
    const error = 'The snapshot was deleted before it was compared';
    return fail({ error, reason: 'capture_failed', isTemporary: false });
  }
  if (snapshot.status !== 'completed') {
    return fail({ error: snapshot.error ?? 'The capture failed', reason: 'capture_failed', isTemporary: true });
  }
  const problem = pageProblem(snapshot);
  if (problem) return fail(problem);
  const judged = await loadJudged(ctx, claimed, snapshot);
  const { facts, ...compared } = await compareWithBaseline(ctx, claimed, { snapshot, pairs: judged?.pairs ?? [] });
  if (!judged) return compared;
  return { ...compared, ...(await judgeCapture(ctx, claimed, { snapshot, judged, facts, ...compared })) };
}

/**
 * Compares a capture with its baseline, and the elements of annotations too if their earlier
 * picture is the baseline's.
 */
async function compareWithBaseline(
  ctx: Evaluating,
  claimed: ClaimedCapture,
  { snapshot, pairs }: { snapshot: SnapshotRow; pairs: LookPairs['pairs'] },
): Promise<CaptureResult & { facts?: PairOptions['facts'] }> {
  const { environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor } = claimed;
  const key = { environmentId, urlKey, viewportWidth, viewportHeight, deviceScaleFactor };
  const baseline = await BASELINE.first(ctx.services.pool, key);
  if (!baseline) return { ...NOTHING_FOUND, state: 'baseline', snapshotId: snapshot.id };
  const compared = { snapshotId: snapshot.id, baselineId: baseline.id };
  const isSame = baseline.imageKey === snapshot.imageKey && haveSameStyles({ baseline, comparison: snapshot });
  if (isSame) return { ...NOTHING_FOUND, ...compared, state: 'unchanged' };
  const ignore = await ignoredSelectors(ctx, claimed);
  const pair = pairs.find(({ before }) => before?.imageKey === baseline.imageKey);
  const elements = pair && comparedElements(pair);
  const captured = { before: baseline, after: snapshot };
  const { comparison, facts } = await compareWithElements(ctx, captured, { ignore, elements });
  const { changes, total } = findChanges(comparison.regions);
  return {
    ...NOTHING_FOUND,
    ...compared,
    state: comparison.diffPixels === 0 && total === 0 ? 'unchanged' : 'changed',
    comparisonId: comparison.id,
    changes,
    changeCount: total,
    facts: pair && facts && { pair, found: facts },
  };
}
