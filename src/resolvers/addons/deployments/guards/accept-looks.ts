import { LAYOUT_STYLES } from '../../../../infrastructure/comparison/elements/equal-styles.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { placeOfVerdict, SCOPE_COLUMNS, scopeOf } from './guard-scope.ts';

const lookOf = (alias: string) =>
  `jsonb_build_object('state', ${alias}.state, 'confidence', ${alias}.confidence, 'box', ${alias}.box, 'text', ${alias}.text,
    'styles', ${alias}.styles)`;

const ABSENT = `'{"state": "orphaned", "confidence": 1, "box": null, "text": null, "styles": null}'::jsonb`;

/** Layout alone does not tell that a look is back (verdicts/returned-look.ts). */
const DECIDING_STYLES = `SELECT FROM jsonb_array_elements(v.evidence->'styles') s
  WHERE s->>'name' <> ALL(ARRAY[${LAYOUT_STYLES.map((name) => `'${name}'`).join()}])`;

/**
 * The verdicts are on annotations that are resolved, in an environment. Both looks are read from
 * their pins.
 */
const START = statement(
  'accept-looks/start',
  `INSERT INTO guards (id, project_id, annotation_id, ${SCOPE_COLUMNS}, url_key, reported, accepted, is_by_pixels,
      deployment_id, verdict_id, accepted_at)
  SELECT ids.id, a.project_id, a.id, ${scopeOf('at')}, at.url_key, ${lookOf('reported')},
         CASE WHEN accepted.id IS NULL THEN ${ABSENT} ELSE ${lookOf('accepted')} END,
         accepted.id IS NOT NULL AND v.evidence->'text' = 'null' AND NOT EXISTS (${DECIDING_STYLES}), v.deployment_id, v.id,
         greatest(clock_timestamp(), a.resolved_at)
    FROM unnest($verdictIds::uuid[], $ids::uuid[]) AS ids(verdict_id, id)
    JOIN deployment_verdicts v ON v.id = ids.verdict_id AND v.verdict IN ('changed', 'gone', 'unchanged')
    JOIN annotations a ON a.id = v.annotation_id AND a.deleted_at IS NULL AND a.status = 'resolved'
    JOIN ${placeOfVerdict('v')} at ON at.environment_id IS NOT NULL
    JOIN snapshot_pins reported ON reported.id = v.before_pin_id AND reported.state IN ('bound', 'rebound')
    LEFT JOIN snapshot_pins accepted ON accepted.id = v.after_pin_id
   WHERE accepted.state IN ('bound', 'rebound') OR v.verdict = 'gone'
   ORDER BY a.id
  ON CONFLICT (annotation_id, ${SCOPE_COLUMNS}) WHERE state = 'active' DO UPDATE
     SET reported = excluded.reported, accepted = excluded.accepted, is_by_pixels = excluded.is_by_pixels, reported_key = NULL,
         accepted_key = NULL, deployment_id = excluded.deployment_id, verdict_id = excluded.verdict_id, accepted_at = excluded.accepted_at,
         checked_at = now()`,
);

const ACCEPT = statement(
  'accept-looks/accept',
  `INSERT INTO annotation_fixes (annotation_id, ${SCOPE_COLUMNS}, state, deployment_id)
  SELECT g.annotation_id, ${scopeOf('g')}, 'accepted', g.deployment_id FROM guards g
   WHERE g.verdict_id = ANY($verdictIds::uuid[]) AND g.state = 'active' ORDER BY g.annotation_id
  ON CONFLICT (annotation_id, ${SCOPE_COLUMNS}) DO UPDATE
     SET state = 'accepted', deployment_id = excluded.deployment_id, since = now(), checked_at = now()`,
);

const ORDER_PROOFS = statement(
  'accept-looks/order-proofs',
  `UPDATE deployment_verdicts SET is_proof_due = true
  WHERE id = ANY($verdictIds::uuid[]) AND (before_pin_id IS NOT NULL OR after_pin_id IS NOT NULL)`,
);

/**
 * Starts guards of accepted verdicts on resolved annotations, and orders their crops. Locks the
 * verdicts before the guards, like `keepProofs`.
 */
export async function acceptLooks(sql: Queryable, verdictIds: readonly string[]): Promise<void> {
  if (verdictIds.length === 0) return;
  await ORDER_PROOFS.run(sql, { verdictIds });
  await START.run(sql, { verdictIds, ids: verdictIds.map(newId) });
  await ACCEPT.run(sql, { verdictIds });
}

const FORGET = statement(
  'accept-looks/forget',
  `WITH forgotten AS (DELETE FROM guards WHERE verdict_id = ANY($verdictIds::uuid[]) RETURNING *)
  UPDATE annotation_fixes f
     SET state = CASE WHEN g.accepted->>'state' = 'orphaned' THEN 'gone' ELSE 'changed' END::"FixState", since = now()
    FROM forgotten g WHERE f.annotation_id = g.annotation_id AND f.state = 'accepted' AND (${scopeOf('f')}) = (${scopeOf('g')})`,
);

/** Deletes the guards of verdicts whose approval is undone, in every place. */
export async function forgetLooks(sql: Queryable, verdictIds: readonly string[]): Promise<void> {
  if (verdictIds.length > 0) await FORGET.run(sql, { verdictIds });
}
