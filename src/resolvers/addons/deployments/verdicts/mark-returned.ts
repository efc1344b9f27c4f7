import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { type GuardScope, scopeAt, scopeOf, scopeValues } from '../guards/guard-scope.ts';

/**
 * An open annotation whose element looks as reported, after it looked otherwise: in the picture
 * before the deployment, or when a deployment could tell the last time.
 */
const MARK = `UPDATE deployment_verdicts v SET effect = 'went_back' FROM annotations a
  WHERE v.capture_id = $1 AND v.verdict = 'unchanged' AND a.id = v.annotation_id AND a.status <> 'resolved'
    AND (v.since_deployment = 'changed'
      OR EXISTS (SELECT FROM annotation_fixes f WHERE f.annotation_id = a.id AND (${scopeOf('f')}) = ${scopeAt(2)}
                    AND f.state IN ('changed', 'gone', 'accepted')))`;

/**
 * Marks the verdicts of a capture that show a reported look again. Call it before the states of the
 * capture's place are stored.
 */
export async function markReturned(sql: Queryable, captureId: string, here: GuardScope): Promise<void> {
  await sql.query(MARK, [captureId, ...scopeValues(here)]);
}
