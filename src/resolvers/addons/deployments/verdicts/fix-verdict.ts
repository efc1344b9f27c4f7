import type { Context } from '../../../../context.ts';
import { AppError, notFound } from '../../../../errors.ts';
import { DiffQueueFull } from '../../../../infrastructure/comparison/diff-worker-pool.ts';
import { requireAnnotation } from '../../../core/annotations/require-annotation.ts';
import { requireSnapshot, type SnapshotAccess } from '../../../core/snapshots/require-snapshot.ts';
import { normalizeUrl } from '../../../platform/input/page-url.ts';
import { reasonOfCapture } from './comparable.ts';
import { NO_EVIDENCE } from './evidence.ts';
import { judgeSnapshot, type SnapshotVerdict } from './judge-snapshot.ts';
import type { UnknownReason } from './types.ts';

/** Verdict on one annotation in one snapshot; `verdict` is null while the snapshot is processed. */
export type FixVerdict = Pick<SnapshotVerdict, 'annotationId' | 'reason' | 'evidence' | 'literal'> & {
  snapshotId: string;
  verdict: SnapshotVerdict['verdict'] | null;
  beforeSnapshotId: string | null;
  beforePinId: string | null;
  afterPinId: string | null;
};

/**
 * Compares an annotation's element in a snapshot with the last snapshot before it with the same
 * page and options.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws RATE_LIMITED if the queue of comparisons is full
 */
export async function fixVerdict(
  ctx: Context<'diffWorkers' | 'objects' | 'pool'>,
  { id, snapshotId }: { id: string; snapshotId: string },
): Promise<FixVerdict> {
  const annotation = await requireAnnotation(ctx, id, 'snapshot.read');
  const snapshot = await requireSnapshot(ctx, snapshotId, 'snapshot.read');
  if (snapshot.projectId !== annotation.projectId) throw notFound('Snapshot');
  const ids = { annotationId: annotation.id, snapshotId: snapshot.id };
  if (snapshot.status === 'processing') return { ...NOTHING, ...ids, verdict: null };
  const found = await judgeSnapshot(ctx, snapshot.id, { annotationIds: [annotation.id] }).catch((error: unknown) => {
    if (!(error instanceof DiffQueueFull)) throw error;
    throw new AppError('RATE_LIMITED', 'The comparison queue is full; retry in 5 seconds', { retryAfterSeconds: 5 });
  });
  const [judged] = found ?? [];
  if (!judged) return { ...NOTHING, ...ids, reason: reasonWithoutPin(snapshot) };
  const { verdict, reason, evidence, literal, before, after, beforeSnapshotId } = judged;
  const pins = { beforePinId: before?.box ? before.id : null, afterPinId: after.box ? after.id : null };
  return { ...ids, verdict, reason, evidence, literal, beforeSnapshotId, ...pins };
}

const NOTHING = {
  verdict: 'unknown',
  reason: null,
  evidence: NO_EVIDENCE,
  literal: null,
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
