import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { ModelUnavailable } from '../../../../infrastructure/model/model-client.ts';
import { storable } from '../../../platform/input/storable-text.ts';
import { type ChangeFacts, describeChange, INSTRUCTION, readAnswer } from './suggestion-text.ts';

/** Verdicts per run, one after the other: a run of ten seconds asks at most 30 per minute. */
const BATCH = 5;
/** Verdicts of this age are not asked about any more. */
const MAX_AGE = '1 day';
/** Attempts while the endpoint does not answer. */
const MAX_ATTEMPTS = 3;

const DUE = statement(
  'suggest-effects/due',
  `SELECT v.id, v.verdict, v.evidence, left(a.content, 4000) AS "comment!", b.text AS before, n.text AS after
    FROM deployment_verdicts v
    JOIN annotations a ON a.id = v.annotation_id AND a.deleted_at IS NULL AND a.status <> 'resolved'
    LEFT JOIN snapshot_pins b ON b.id = v.before_pin_id
    LEFT JOIN snapshot_pins n ON n.id = v.after_pin_id
    LEFT JOIN verdict_suggestions s ON s.verdict_id = v.id
   WHERE v.effect = 'changed_otherwise' AND NOT v.is_protected AND v.created_at > now() - interval '${MAX_AGE}'
     AND (s.verdict_id IS NULL OR s.due_at <= now())
   ORDER BY v.created_at DESC LIMIT ${BATCH}`,
).narrow<Pick<DueVerdict, 'evidence'>>();

const STORE = statement(
  'suggest-effects/store',
  `INSERT INTO verdict_suggestions (verdict_id, effect, reason, model)
  SELECT v.id, $effect?, $reason, $name FROM deployment_verdicts v WHERE v.id = $id
  ON CONFLICT (verdict_id) DO UPDATE SET effect = excluded.effect, reason = excluded.reason, model = excluded.model,
    due_at = NULL, created_at = now()`,
);

const STORE_FAILURE = statement(
  'suggest-effects/store-failure',
  `INSERT INTO verdict_suggestions AS s (verdict_id, model, attempts, due_at)
  SELECT v.id, $name, 1, now() + interval '10 minutes' FROM deployment_verdicts v WHERE v.id = $id
  ON CONFLICT (verdict_id) DO UPDATE SET attempts = s.attempts + 1, created_at = now(),
    due_at = CASE WHEN s.attempts + 1 < ${MAX_ATTEMPTS} THEN now() + interval '30 minutes' END`,
);

/** Whether the endpoint failed lately, so that the next run waits and the log has it already. */
const HAS_FAILED = statement(
  'suggest-effects/has-failed',
  `SELECT FROM verdict_suggestions
  WHERE attempts > 0 AND effect IS NULL AND reason IS NULL AND created_at > now() - interval '5 minutes' LIMIT 1`,
);

interface DueVerdict extends ChangeFacts {
  id: string;
}

/**
 * Asks the operator's model about changes that no rule understands. Its answers are suggestions for
 * people: they change no effect, count, status or mail. After a failure, nothing is asked for five
 * minutes.
 */
export async function suggestEffects(ctx: Context<'logger' | 'model' | 'pool' | 'stopping'>): Promise<void> {
  const { model, pool, stopping } = ctx.services;
  if (!model || (await HAS_FAILED.run(pool)).rowCount === 1) return;
  const rows = await DUE.rows(pool);
  for (const due of rows) {
    if (stopping.aborted) return;
    try {
      const answer = readAnswer(await model.ask({ instruction: INSTRUCTION, data: describeChange(due) }));
      // An answer that is not what was asked for is not asked for again: its reason is empty.
      const reason = answer ? storable(answer.reason) : '';
      await STORE.run(pool, { id: due.id, effect: answer?.effect ?? null, reason, name: model.name });
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      await STORE_FAILURE.run(pool, { id: due.id, name: model.name });
      ctx.logger.warn({ reason: error.message }, 'the model did not answer; verdicts have no suggestions meanwhile');
      return;
    }
  }
}
