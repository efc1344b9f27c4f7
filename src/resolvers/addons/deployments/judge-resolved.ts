import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { judgeAnnotationsIn } from './fix-verdict.ts';
import { isFixed, isGuardedSince } from './guards/accept-resolved.ts';
import { scopeOf } from './guards/guard-scope.ts';
import { showsAll } from './verdicts/load-sightings.ts';
import { keepCheck } from './verdicts/stored-check.ts';

/**
 * For each place of annotations resolved as fixed, the last snapshot before the resolution, or the
 * first one after, if no verdict on it is stored and no guard has a look since. A deployment judges
 * its own.
 */
const DUE = statement(
  'judge-resolved/due',
  `SELECT shown."annotationId", shown.id AS "snapshotId" FROM (
    SELECT DISTINCT ON (a.id, ${scopeOf('s')}) a.id AS "annotationId", a.resolved_at, s.id, ${scopeOf('s')}
      FROM annotations a
      JOIN snapshot_pins p ON p.annotation_id = a.id
      JOIN snapshots s ON s.series_id = p.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
           AND s.environment_id IS NOT NULL AND ${showsAll('s')}
     WHERE a.id = ANY($annotationIds::uuid[]) AND ${isFixed('a')} AND (s.completed_at > a.resolved_at) = $isAfter::bool
     ORDER BY a.id, ${scopeOf('s')}, CASE WHEN $isAfter THEN s.completed_at END, s.completed_at DESC, s.id DESC) shown
  WHERE NOT ${isGuardedSince('shown."annotationId"', 'shown.resolved_at', 'shown')}
    AND NOT EXISTS (SELECT FROM deployment_verdicts v WHERE v.annotation_id = shown."annotationId" AND v.after_snapshot_id = shown.id)
    AND NOT EXISTS (SELECT FROM deployment_captures c WHERE c.snapshot_id = shown.id AND c.state IN ('queued', 'capturing'))
  ORDER BY shown.id, shown."annotationId"`,
);

/**
 * Judges the looks that annotations had when they were resolved, or at the next capture, and
 * guards those that are not as reported. A repetition adds nothing. An annotation that was opened
 * meanwhile keeps its verdicts and gets no guard.
 *
 * @throws DiffQueueFull
 */
export async function judgeResolved(
  ctx: Context<'diffWorkers' | 'objects' | 'pool' | 'wakeDeployments'>,
  annotationIds: readonly string[],
): Promise<void> {
  // A look that an earlier picture shows is guarded first, and then no later one is judged.
  for (const isAfter of [false, true]) {
    const due = await DUE.rows(ctx.services.pool, { annotationIds, isAfter });
    for (const shownIn of new Set(due.map(({ snapshotId }) => snapshotId))) {
      const ids = due.flatMap(({ annotationId, snapshotId }) => (snapshotId === shownIn ? [annotationId] : []));
      const verdicts = await judgeAnnotationsIn(ctx, ids, shownIn);
      for (const verdict of verdicts) {
        if (verdict.verdict !== 'unknown') await keepCheck(ctx, verdict);
      }
    }
  }
}
