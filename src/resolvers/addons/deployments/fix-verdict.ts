import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { DiffQueueFull } from '../../../infrastructure/comparison/diff-worker-pool.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { requireSnapshot, type SnapshotAccess } from '../../core/snapshots/require-snapshot.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { judgePairs } from './guards/judge-pairs.ts';
import { type KnownLooks, loadLooks, NO_LOOKS } from './guards/load-looks.ts';
import { pairsByLook } from './guards/pairs-by-look.ts';
import { type ChangeEffect, effectOf } from './verdicts/change-effect.ts';
import { reasonOfCapture, shownPinId } from './verdicts/comparable.ts';
import { NO_EVIDENCE } from './verdicts/evidence.ts';
import type { SnapshotVerdict } from './verdicts/judge-snapshot.ts';
import { uncheckedLiterals } from './verdicts/literal-texts.ts';
import { type JudgedSnapshot, loadPair } from './verdicts/load-sightings.ts';
import type { UnknownReason } from './verdicts/types.ts';

/** Verdict on one annotation in one snapshot; `verdict` is null while the snapshot is processed. */
export type FixVerdict = Pick<SnapshotVerdict, 'annotationId' | 'reason' | 'evidence' | 'literal'> & {
  snapshotId: string;
  verdict: SnapshotVerdict['verdict'] | null;
  effect: ChangeEffect | null;
  beforeSnapshotId: string | null;
  beforePinId: string | null;
  afterPinId: string | null;
};

type Judging = Context<'diffWorkers' | 'objects' | 'pool'>;

/**
 * Compares an annotation's element in a snapshot with its reported look, or with the accepted one
 * if it is resolved and guarded. The answer for a snapshot stays the same.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws RATE_LIMITED if the queue of comparisons is full
 */
export async function fixVerdict(
  ctx: Judging,
  { id, snapshotId }: { id: string; snapshotId: string },
): Promise<FixVerdict> {
  const annotation = await requireAnnotation(ctx, id, 'snapshot.read');
  const snapshot = await requireSnapshot(ctx, snapshotId, 'snapshot.read');
  if (snapshot.projectId !== annotation.projectId) throw notFound('Snapshot');
  const ids = { annotationId: annotation.id, snapshotId: snapshot.id };
  if (snapshot.status === 'processing') return { ...NOTHING, ...ids, verdict: null };
  const judged = await judgeAnnotationIn(ctx, annotation.id, snapshot.id).catch((error: unknown) => {
    if (!(error instanceof DiffQueueFull)) throw error;
    throw new AppError('RATE_LIMITED', 'The comparison queue is full; retry in 5 seconds', { retryAfterSeconds: 5 });
  });
  if (!judged) {
    const literal = uncheckedLiterals(annotation.content, null);
    return { ...NOTHING, ...ids, reason: reasonWithoutPin(snapshot), literal };
  }
  const { verdict, reason, evidence, before, after, beforeSnapshotId } = judged;
  const literal = judged.literal ?? uncheckedLiterals(annotation.content, before?.text ?? null);
  const pins = { beforePinId: shownPinId(before), afterPinId: shownPinId(after) };
  return { ...ids, verdict, reason, evidence, literal, effect: effectOf(judged), beforeSnapshotId, ...pins };
}

/** Verdict on an annotation in a completed snapshot; undefined if the snapshot has no pin of it. */
async function judgeAnnotationIn(
  ctx: Judging,
  annotationId: string,
  snapshotId: string,
): Promise<SnapshotVerdict | undefined> {
  const previous = await loadPair(ctx, snapshotId, { until: null, annotationIds: [annotationId] });
  if (!previous) return undefined;
  const known = await looksAt(ctx, annotationId, previous.after);
  const pairs = await pairsByLook(ctx, previous, { guards: known.guards, until: null });
  const [verdict] = await judgePairs(ctx, { previous, pairs, known });
  return verdict;
}

async function looksAt(
  ctx: Context<'pool'>,
  annotationId: string,
  { environmentId, viewportWidth, viewportHeight, deviceScaleFactor }: JudgedSnapshot,
): Promise<KnownLooks> {
  if (!environmentId) return NO_LOOKS;
  return loadLooks(ctx, [annotationId], { environmentId, viewportWidth, viewportHeight, deviceScaleFactor });
}

const NOTHING = {
  verdict: 'unknown',
  reason: null,
  evidence: NO_EVIDENCE,
  literal: null,
  effect: null,
  beforeSnapshotId: null,
  beforePinId: null,
  afterPinId: null,
} as const;

/** Reason why a snapshot has no pin of an annotation of its project. */
function reasonWithoutPin({ status, httpStatus, finalUrl, urlKey }: SnapshotAccess): UnknownReason {
  if (status === 'failed') return 'capture_failed';
  const redirectedTo = finalUrl !== null && normalizeUrl(finalUrl) !== urlKey ? finalUrl : null;
  return reasonOfCapture({ status: httpStatus, redirectedTo }) ?? 'no_pin';
}
