import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { DiffQueueFull } from '../../../infrastructure/comparison/diff-worker-pool.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { requireSnapshot, type SnapshotAccess } from '../../core/snapshots/require-snapshot.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { judgePairs } from './guards/judge-pairs.ts';
import { loadLookPairs } from './guards/load-look-pairs.ts';
import { reasonOfCapture, shownPinId } from './verdicts/comparable.ts';
import { NO_EVIDENCE } from './verdicts/evidence.ts';
import type { SnapshotVerdict } from './verdicts/judge-snapshot.ts';
import { uncheckedLiterals } from './verdicts/literal-texts.ts';
import { findCheck, keepCheck, type StoredCheck } from './verdicts/stored-check.ts';
import type { LiteralCheck, UnknownReason } from './verdicts/types.ts';

/** Verdict on one annotation in one snapshot; `verdict` is null while the snapshot is processed. */
export type FixVerdict = Omit<StoredCheck, 'id' | 'verdict' | 'isLiteralMet' | 'beforeText'> & {
  /** Null for a verdict that is not stored, because it may be another one later. */
  id: string | null;
  annotationId: string;
  snapshotId: string;
  /** Address that was judged. */
  url: string;
  verdict: StoredCheck['verdict'] | null;
  literal: LiteralCheck | null;
};

type Judging = Context<'diffWorkers' | 'objects' | 'pool' | 'wakeDeployments'>;

/**
 * Compares an annotation's element in a snapshot with its reported look, or with the accepted one
 * if it is resolved and guarded. The verdict is stored, and the answer for a snapshot stays the
 * same.
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
  const ids = { annotationId: annotation.id, snapshotId: snapshot.id, url: snapshot.url };
  if (snapshot.status === 'processing') return { ...NOTHING, ...ids, verdict: null };
  const stored = await findCheck(ctx, annotation.id, snapshot.id);
  if (stored) return { ...ids, ...answerOf(stored, annotation) };
  const judged = await judgeAnnotationIn(ctx, annotation.id, snapshot.id).catch((error: unknown) => {
    if (!(error instanceof DiffQueueFull)) throw error;
    throw new AppError('RATE_LIMITED', 'The comparison queue is full; retry in 5 seconds', { retryAfterSeconds: 5 });
  });
  const kept = judged && judged.verdict !== 'unknown' && (await keepCheck(ctx, judged));
  if (kept) return { ...ids, ...answerOf(kept, annotation) };
  const reason = judged?.reason ?? reasonWithoutPin(snapshot);
  const literal = judged?.literal ?? uncheckedLiterals(annotation.content, judged?.before?.text ?? null);
  return { ...NOTHING, ...ids, ...looksOf(judged), reason, literal };
}

/** Verdict on an annotation in a completed snapshot; undefined if the snapshot has no pin of it. */
const judgeAnnotationIn = async (ctx: Judging, annotationId: string, snapshotId: string) =>
  (await judgeAnnotationsIn(ctx, [annotationId], snapshotId))[0];

/**
 * Judges annotations in a completed snapshot.
 *
 * @returns a verdict for each pin of the snapshot; none if it was deleted
 * @throws DiffQueueFull
 */
export async function judgeAnnotationsIn(
  ctx: Judging,
  annotationIds: readonly string[],
  snapshotId: string,
): Promise<SnapshotVerdict[]> {
  const loaded = await loadLookPairs(ctx, snapshotId, { annotationIds, until: null });
  return loaded ? judgePairs(ctx, loaded) : [];
}

function answerOf({ isLiteralMet, beforeText, ...check }: StoredCheck, { content }: { content: string }) {
  const literal = uncheckedLiterals(content, beforeText);
  return { ...check, literal: literal && { ...literal, isMet: isLiteralMet } };
}

/** Findings of a verdict that is not stored. */
const looksOf = (judged: SnapshotVerdict | undefined) =>
  judged && {
    verdict: judged.verdict,
    evidence: judged.evidence,
    beforeSnapshotId: judged.beforeSnapshotId,
    beforePinId: shownPinId(judged.before),
    afterPinId: shownPinId(judged.after),
  };

const NOTHING = {
  id: null,
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
