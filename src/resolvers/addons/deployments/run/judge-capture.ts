import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { type JudgedLook, judgeLook } from '../guards/judge-looks.ts';
import { judgePairs, type LookPairs, type PairOptions } from '../guards/judge-pairs.ts';
import { loadLookPairs } from '../guards/load-look-pairs.ts';
import type { GuardedLooks } from '../guards/load-looks.ts';
import { explainChanges } from '../verdicts/explain-changes.ts';
import type { SnapshotVerdict } from '../verdicts/judge-snapshot.ts';
import type { ClaimedCapture } from './claim-capture.ts';
import { compareCaptured, type Evaluating, findSnapshot } from './compare-captured.ts';
import { confirmVerdicts } from './confirm-verdicts.ts';
import { type ExplainedChange, type FoundChange, findChanges } from './find-changes.ts';

/** Max annotations of a page that are judged, newest first; as many as a capture locates. */
const MAX_ANNOTATIONS = 1_000;

/** SQL condition: the annotation `a` is judged. Resolved ones without a guard ask for nothing. */
export const ASKS = `(a.status <> 'resolved'
    OR EXISTS (SELECT FROM guards g WHERE g.annotation_id = a.id AND g.state = 'active'))`;

/**
 * SQL condition: the snapshot `s` is the first of its series since `a` was resolved as fixed, whose
 * look is accepted then.
 */
const IS_FIRST_SINCE_FIX = `(a.status = 'resolved' AND coalesce(a.resolution, 'fixed') = 'fixed' AND a.resolved_at > coalesce(
    (SELECT max(e.created_at) FROM snapshots e WHERE e.series_id = s.series_id AND e.series_number < s.series_number), '-infinity'))`;

/** Annotations that the snapshot looked for. */
const JUDGED = statement(
  'judge-capture/judged',
  `SELECT a.id FROM snapshots s
   JOIN snapshot_pins p ON p.series_id = s.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
   JOIN annotations a ON a.id = p.annotation_id AND a.deleted_at IS NULL
  WHERE s.id = $id AND (${ASKS} OR ${IS_FIRST_SINCE_FIX})
  ORDER BY a.created_at DESC, a.id DESC LIMIT ${MAX_ANNOTATIONS}`,
);

/** Verdicts and looks of a capture, with its changes explained. */
interface JudgedCapture {
  verdicts: SnapshotVerdict[];
  looks: JudgedLook[];
  changes: FoundChange[];
  /** Without a baseline: the explained changes since the looks of annotations. */
  explainedChanges: ExplainedChange[];
  isUnconfirmed: boolean;
}

/**
 * Loads the pins of a capture's annotations with the looks that they are judged against; undefined
 * if no annotation is judged.
 */
export async function loadJudged(
  ctx: Context<'pool'>,
  claimed: ClaimedCapture,
  { id }: SnapshotRow,
): Promise<LookPairs | undefined> {
  const rows = await JUDGED.rows(ctx.services.pool, { id });
  const annotationIds = rows.map((row) => row.id);
  if (annotationIds.length === 0) return undefined;
  return loadLookPairs(ctx, id, { annotationIds, until: claimed.deployedAt, place: claimed });
}

/** A capture that was compared with its baseline. */
interface Compared {
  snapshot: SnapshotRow;
  judged: LookPairs;
  facts?: PairOptions['facts'];
  baselineId: string | null;
  changes: readonly FoundChange[];
}

/**
 * Judges the annotations of a capture against their reported or accepted looks, and finds those
 * at whose elements its changes are.
 */
export async function judgeCapture(
  ctx: Evaluating,
  claimed: ClaimedCapture,
  { snapshot, judged, facts, baselineId, changes }: Compared,
): Promise<JudgedCapture> {
  const { previous, guards } = judged;
  const found = new Map(baselineId ? [[baselineId, Promise.resolve(changes)]] : []);
  const changesSince = (earlierId: string) => {
    const since = found.get(earlierId) ?? findChangesSince(ctx, earlierId, snapshot);
    found.set(earlierId, since);
    return since;
  };
  const looks: JudgedLook[] = [];
  const verdicts: SnapshotVerdict[] = [];
  const judgedPairs = await judgePairs(ctx, judged, {
    facts,
    changesSince: async (id) => elementsOf(await changesSince(id)),
  });
  const confirmed = await confirmVerdicts(ctx, claimed, previous, judgedPairs);
  if (!confirmed) return { verdicts, looks, changes: [], explainedChanges: [], isUnconfirmed: true };
  for (const verdict of confirmed) {
    const guard = guards.get(verdict.annotationId);
    const look = guard && (await judgeLook(ctx, guard, verdict, snapshot));
    if (look) looks.push(look);
    verdicts.push(look?.verdict ?? verdict);
  }
  const explained = explain(changes, { verdicts, guards, snapshot, earlierId: baselineId });
  const explainedChanges = baselineId ? [] : await explainSinceLooks(changesSince, { verdicts, guards, snapshot });
  return { verdicts, looks, changes: explained, explainedChanges, isUnconfirmed: false };
}

const elementsOf = (changes: readonly FoundChange[]) => changes.flatMap(({ element }) => element ?? []);

/**
 * Explains the changes of a page without a baseline since the looks of its annotations: other pages
 * with the same header or footer have the like changes.
 */
async function explainSinceLooks(
  changesSince: (earlierId: string) => Promise<readonly FoundChange[]>,
  { verdicts, ...options }: Omit<Explaining, 'earlierId'>,
): Promise<ExplainedChange[]> {
  const explained: ExplainedChange[] = [];
  for (const earlierId of new Set(verdicts.flatMap(({ beforeSnapshotId }) => beforeSnapshotId ?? []))) {
    const own = verdicts.filter(({ beforeSnapshotId }) => beforeSnapshotId === earlierId);
    const changes = explain(await changesSince(earlierId), { verdicts: own, ...options, earlierId });
    for (const { likeness, selector, annotationIds } of changes)
      if (selector !== null && annotationIds.length > 0) explained.push({ likeness, selector, annotationIds });
  }
  return explained;
}

interface Explaining {
  verdicts: SnapshotVerdict[];
  guards: GuardedLooks;
  snapshot: SnapshotRow;
  /** Snapshot since which the changes are. */
  earlierId: string | null;
}

/** Adds the annotations at each changed element, and those whose guards watch it. */
function explain(
  changes: readonly FoundChange[],
  { verdicts, guards, snapshot, earlierId }: Explaining,
): FoundChange[] {
  const elements = elementsOf(changes);
  const { imageWidth, imageHeight, deviceScaleFactor: scale } = snapshot;
  const page = { width: (imageWidth ?? 0) / scale, height: (imageHeight ?? 0) / scale };
  const explanations = explainChanges(
    elements,
    verdicts.map(({ annotationId, verdict, before, after, order, beforeSnapshotId }) => ({
      annotationId,
      isGuard: guards.get(annotationId)?.isHere ?? false,
      verdict,
      before: before?.box ?? null,
      after: after.box,
      list: order?.list,
      ...(beforeSnapshotId !== earlierId && { text: before?.text ?? null }),
      page,
    })),
  );
  const byElement = new Map(elements.map((element, index) => [element, explanations[index]]));
  return changes.map((change) => {
    const explanation = change.element ? byElement.get(change.element) : undefined;
    return explanation ? { ...change, ...explanation } : change;
  });
}

/** Changes of a page since an earlier snapshot that is not the baseline. */
async function findChangesSince(
  ctx: Evaluating,
  earlierId: string,
  snapshot: SnapshotRow,
): Promise<readonly FoundChange[]> {
  const earlier = await findSnapshot(ctx, earlierId);
  if (!earlier?.imageKey) return [];
  const { regions } = await compareCaptured(ctx, { before: earlier, after: snapshot });
  return findChanges(regions).changes;
}
