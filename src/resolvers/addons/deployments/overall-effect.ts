import type { Context } from '../../../context.ts';
import type { ChangeEffect } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

/** Reasons of `unknown` in places where the element was never seen as reported. */
const NEVER_SEEN = `('no_earlier_pin', 'earlier_pin_not_bound', 'no_pin')`;

/** Effect of a verdict. Those of earlier versions have none: nothing says that they did it. */
const EFFECT = `coalesce(o.effect::text, CASE WHEN o.verdict = 'regressed' THEN 'went_back'
    WHEN o.verdict IN ('changed', 'gone') THEN 'changed_otherwise' END)`;

/** The element looks as before where it was reported, or nothing is known there. */
const IS_LEFT = `(${EFFECT} IS NULL AND (o.verdict <> 'unknown' OR o.reason NOT IN ${NEVER_SEEN}))`;

/**
 * SQL aggregate over the verdicts `o` of a deployment on one annotation: the least favorable
 * effect. `does_it` needs every place where the element was reported; null where nothing changed.
 */
export const OVERALL_EFFECT = `CASE
    WHEN bool_or(${EFFECT} = 'went_back') THEN 'went_back'
    WHEN bool_or(${EFFECT} = 'changed_otherwise') THEN 'changed_otherwise'
    WHEN bool_or(${EFFECT} = 'does_it') THEN CASE WHEN bool_or(${IS_LEFT}) THEN 'changed_otherwise' ELSE 'does_it' END
  END`;

/** `$ids`: verdicts of checks, each judged alone. */
const EFFECTS = statement(
  'overall-effect/effects',
  `SELECT coalesce(o.deployment_id, o.id) AS "judgedId!", o.annotation_id AS "annotationId", ${OVERALL_EFFECT} AS effect
   FROM deployment_verdicts o
  WHERE (o.deployment_id = ANY($deploymentIds::uuid[]) AND o.annotation_id = ANY($annotationIds::uuid[])) OR o.id = ANY($ids::uuid[])
  GROUP BY 1, 2`,
).narrow<{ effect: ChangeEffect | null }>();

interface Judged {
  id: string;
  deploymentId: string | null;
  annotationId: string;
}

/** Adds the least favorable effects of deployments to verdicts: one statement for all of them. */
export async function withOverallEffects<T extends Judged>(
  ctx: Context<'pool'>,
  verdicts: T[],
): Promise<(T & { overallEffect: ChangeEffect | null })[]> {
  if (verdicts.length === 0) return [];
  const rows = await EFFECTS.rows(ctx.services.pool, {
    deploymentIds: verdicts.flatMap(({ deploymentId }) => deploymentId ?? []),
    annotationIds: verdicts.map(({ annotationId }) => annotationId),
    ids: verdicts.flatMap(({ id, deploymentId }) => (deploymentId === null ? id : [])),
  });
  const found = new Map(rows.map(({ judgedId, annotationId, effect }) => [`${judgedId} ${annotationId}`, effect]));
  return verdicts.map((verdict) => ({
    ...verdict,
    overallEffect: found.get(`${verdict.deploymentId ?? verdict.id} ${verdict.annotationId}`) ?? null,
  }));
}
