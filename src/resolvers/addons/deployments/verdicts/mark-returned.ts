import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { placeOfVerdict, scopeOf } from '../guards/guard-scope.ts';

/**
 * The last verdict `o` before the picture of `v`, in the same place. A deployment takes the states
 * of earlier ones from `annotation_fixes`; a check that found the return is part of that return.
 */
const LAST = `SELECT o.verdict, o.effect, before.seen_at
    FROM deployment_verdicts o
    JOIN ${placeOfVerdict('o')} before ON before.url_key = at.url_key AND before.seen_at < at.seen_at
         AND (${scopeOf('before')}) IS NOT DISTINCT FROM (${scopeOf('at')})
   WHERE o.annotation_id = v.annotation_id AND o.verdict <> 'unknown'
     AND (v.deployment_id IS NULL OR (o.deployment_id IS NULL AND o.effect IS DISTINCT FROM 'went_back'))
   ORDER BY before.seen_at DESC, o.id DESC LIMIT 1`;

/**
 * An open annotation whose element looks as reported, after it looked otherwise: in the picture
 * before, when a deployment could tell the last time, or in the last check. A deployment says so
 * once, and checks of the same page repeat it.
 */
const MARK = statement(
  'mark-returned/mark',
  `UPDATE deployment_verdicts SET effect = 'went_back' WHERE id IN (
  SELECT v.id FROM deployment_verdicts v
    JOIN annotations a ON a.id = v.annotation_id AND a.status <> 'resolved'
    JOIN ${placeOfVerdict('v')} at ON true
    LEFT JOIN annotation_fixes f ON f.annotation_id = a.id AND (${scopeOf('f')}) = (${scopeOf('at')}) AND f.since < at.seen_at
    LEFT JOIN LATERAL (${LAST}) last ON true
   WHERE v.id = ANY($verdictIds::uuid[]) AND v.verdict = 'unchanged'
     AND (v.since_deployment = 'changed'
       OR f.state IN ('changed', 'gone', 'accepted')
       OR (last.verdict IN ('changed', 'gone') AND (v.deployment_id IS NULL OR f.checked_at IS NULL OR f.checked_at < last.seen_at))
       OR (v.deployment_id IS NULL AND last.effect = 'went_back')))`,
);

/**
 * Marks those of new verdicts that show a reported look again. Call it before the states of their
 * places are stored.
 */
export async function markReturned(sql: Queryable, verdictIds: readonly string[]): Promise<void> {
  if (verdictIds.length > 0) await MARK.run(sql, { verdictIds });
}
