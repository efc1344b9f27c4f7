import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { explainChanges } from '../verdicts/explain-changes.ts';
import { judgeSnapshot, type SnapshotVerdict } from '../verdicts/judge-snapshot.ts';
import type { ChangedElement } from '../verdicts/types.ts';
import type { ClaimedCapture } from './claim-capture.ts';
import { compareCaptured, type Evaluating, findSnapshot } from './compare-captured.ts';
import { type FoundChange, findChanges } from './find-changes.ts';

/** Max annotations of a page that are judged, newest first; as many as a capture locates. */
const MAX_ANNOTATIONS = 1_000;

/** Resolved annotations ask for nothing. */
const UNRESOLVED = `SELECT id FROM annotations
  WHERE project_id = $1 AND url_key = $2 AND deleted_at IS NULL AND status <> 'resolved'
  ORDER BY created_at DESC, id DESC LIMIT ${MAX_ANNOTATIONS}`;

/**
 * Judges the unresolved annotations of a capture against their last pins before the deployment, and
 * finds those that asked for its changes.
 */
export async function judgeCapture(
  ctx: Evaluating,
  { projectId, urlKey, deployedAt }: ClaimedCapture,
  snapshot: SnapshotRow,
  { baselineId, changes }: { baselineId: string | null; changes: readonly FoundChange[] },
): Promise<{ verdicts: SnapshotVerdict[]; changes: FoundChange[] }> {
  const { rows } = await ctx.services.pool.query<{ id: string }>(UNRESOLVED, [projectId, urlKey]);
  if (rows.length === 0) return { verdicts: [], changes: [...changes] };
  const annotationIds = rows.map(({ id }) => id);
  const elements = changes.flatMap(({ element }) => element ?? []);
  const changesSince = async (earlierId: string) =>
    earlierId === baselineId ? elements : changedElements(ctx, earlierId, snapshot);
  const options = { until: deployedAt, annotationIds, changesSince };
  const verdicts = (await judgeSnapshot(ctx, snapshot.id, options)) ?? [];
  const { imageWidth, imageHeight, deviceScaleFactor: scale } = snapshot;
  const page = { width: (imageWidth ?? 0) / scale, height: (imageHeight ?? 0) / scale };
  const explanations = explainChanges(
    elements,
    verdicts.map(({ annotationId, verdict, before, after }) => ({
      annotationId,
      isGuard: false,
      verdict,
      before: before?.box ?? null,
      after: after.box,
      page,
    })),
  );
  const byElement = new Map(elements.map((element, index) => [element, explanations[index]?.annotationIds ?? []]));
  const explained = changes.map((change) => ({
    ...change,
    annotationIds: change.element ? (byElement.get(change.element) ?? []) : [],
  }));
  return { verdicts, changes: explained };
}

/** Changed elements of a page since an earlier snapshot that is not the baseline. */
async function changedElements(
  ctx: Evaluating,
  earlierId: string,
  snapshot: SnapshotRow,
): Promise<readonly ChangedElement[]> {
  const earlier = await findSnapshot(ctx, earlierId);
  if (!earlier?.imageKey) return [];
  const { regions } = await compareCaptured(ctx, { before: earlier, after: snapshot });
  return findChanges(regions).changes.flatMap(({ element }) => element ?? []);
}
