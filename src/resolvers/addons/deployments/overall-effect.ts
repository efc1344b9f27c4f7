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
