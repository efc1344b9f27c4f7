import type { FixState } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { PinnedVerdict } from '../verdicts/judge-snapshot.ts';
import { type GuardScope, SCOPE, SCOPE_COLUMNS, scopeOf, scopeValues } from './guard-scope.ts';
import type { JudgedLook } from './judge-looks.ts';

/** GuardScope of a capture, and its deployment. */
export interface LookedAt extends GuardScope {
  deploymentId: string;
  urlKey: string;
}

/** Finding about an annotation; `state` is null if it stays. */
interface Finding {
  annotationId: string;
  state: FixState | null;
}

const FINDINGS = `jsonb_to_recordset($findings) AS f("annotationId" uuid, state "FixState")`;

const NEXT = 'coalesce(f.state, x.state)';

const CHANGE = statement(
  'record-looks/change',
  `UPDATE annotation_fixes x
    SET state = ${NEXT},
        deployment_id = CASE WHEN x.state = ${NEXT} THEN x.deployment_id ELSE $deploymentId END,
        since = CASE WHEN x.state = ${NEXT} THEN x.since ELSE now() END,
        checked_at = CASE WHEN f.state IS NULL THEN x.checked_at ELSE now() END
   FROM ${FINDINGS} WHERE x.annotation_id = f."annotationId" AND (${scopeOf('x')}) = ${SCOPE}`,
);

const ADD = statement(
  'record-looks/add',
  `INSERT INTO annotation_fixes (annotation_id, ${SCOPE_COLUMNS}, state, deployment_id)
  SELECT a.id, $environmentId::uuid, $viewportWidth::int, $viewportHeight::int, $deviceScaleFactor::float8,
         coalesce(f.state, 'unknown'), $deploymentId::uuid
    FROM ${FINDINGS} JOIN annotations a ON a.id = f."annotationId" AND a.deleted_at IS NULL
   ORDER BY a.id
  ON CONFLICT DO NOTHING`,
);

/** A look that appears in another place is guarded there too, until the approval is undone. */
const SPREAD = statement(
  'record-looks/spread',
  `INSERT INTO guards (id, project_id, annotation_id, environment_id, url_key, viewport_width, viewport_height,
      device_scale_factor, reported, accepted, is_by_pixels, reported_key, accepted_key, deployment_id, verdict_id, accepted_at)
  SELECT s.id, g.project_id, g.annotation_id, $environmentId::uuid, $urlKey, $viewportWidth::int, $viewportHeight::int,
         $deviceScaleFactor::float8, g.reported, g.accepted, g.is_by_pixels,
         g.reported_key, g.accepted_key, $deploymentId::uuid, g.verdict_id, g.accepted_at
    FROM unnest($ids::uuid[], $guardIds::uuid[]) AS s(id, guard_id) JOIN guards g ON g.id = s.guard_id AND g.state = 'active'
  ON CONFLICT DO NOTHING`,
);

const CHECK = statement('record-looks/check', 'UPDATE guards SET checked_at = now() WHERE id = ANY($guardIds::uuid[])');

/** Stores the states of annotations in a place, and starts guards where accepted looks appear. */
export async function recordLooks(
  sql: Queryable,
  at: LookedAt,
  { verdicts, looks }: { verdicts: readonly PinnedVerdict[]; looks: readonly JudgedLook[] },
): Promise<void> {
  if (verdicts.length === 0) return;
  const seen = looks.filter(({ isSeenHere }) => isSeenHere);
  const accepted = new Set(seen.map(({ guard }) => guard.annotationId));
  const guarded = new Set(looks.flatMap(({ guard }) => (guard.isHere ? [guard.annotationId] : [])));
  const findings = verdicts.map(({ annotationId, verdict }) => {
    const isAccepted = accepted.has(annotationId) || (verdict === 'unchanged' && guarded.has(annotationId));
    return { annotationId, state: isAccepted ? ('accepted' as const) : STATES[verdict] } satisfies Finding;
  });
  const values = { findings: JSON.stringify(findings), ...scopeValues(at), deploymentId: at.deploymentId };
  await CHANGE.run(sql, values);
  await ADD.run(sql, values);
  if (seen.length > 0) {
    const guardIds = seen.map(({ guard }) => guard.guardId);
    const { deploymentId, urlKey } = at;
    await SPREAD.run(sql, { ids: guardIds.map(newId), ...scopeValues(at), deploymentId, urlKey, guardIds });
  }
  const compared = looks.filter(({ guard, verdict }) => guard.isHere && verdict.verdict !== 'unknown');
  if (compared.length > 0) await CHECK.run(sql, { guardIds: compared.map(({ guard }) => guard.guardId) });
}

const STATES: Record<PinnedVerdict['verdict'], FixState | null> = {
  changed: 'changed',
  gone: 'gone',
  regressed: 'as_reported',
  unchanged: 'as_reported',
  unknown: null,
};
