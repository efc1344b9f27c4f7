import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { IntegrationRow } from '../integration.ts';
import type { InboundChange } from '../providers/provider.ts';
import { applyComment } from './apply-comment.ts';
import { applyState } from './apply-state.ts';
import { type LockedIssue, lockIssue } from './lock-issue.ts';

/**
 * Result of a tracker's call: `duplicate` was received before; `ignored` is an echo or a change
 * that is not synchronized.
 */
export type InboundResult = 'applied' | 'duplicate' | 'ignored';

const INSERT_CALL = statement(
  'apply-change/insert-call',
  `INSERT INTO inbound_calls (integration_id, hash) VALUES ($id, $hash) ON CONFLICT DO NOTHING`,
);
const SET_LAST_INBOUND = statement(
  'apply-change/set-last-inbound',
  'UPDATE integrations SET last_inbound_at = now() WHERE id = $id',
);

/**
 * Applies a change once, in one transaction. Ignores issues that are not linked.
 *
 * @param change.hash hash of the signed body; detects a repeated call
 */
export async function applyChange(
  ctx: Context<'pool' | 'wakeRelay'>,
  integration: IntegrationRow,
  change: InboundChange & { hash: string },
): Promise<InboundResult> {
  const applied = await inTransaction(ctx.services.pool, async (sql): Promise<InboundResult> => {
    const { rowCount } = await INSERT_CALL.run(sql, { id: integration.id, hash: change.hash });
    if (rowCount === 0) return 'duplicate';
    await SET_LAST_INBOUND.run(sql, { id: integration.id });
    const issue = await lockIssue(sql, integration.id, change.issueId);
    return issue && (await applyToIssue(sql, integration, issue, change)) ? 'applied' : 'ignored';
  });
  if (applied === 'applied') ctx.services.wakeRelay();
  return applied;
}

/** @returns false for an echo, and for changes that the integration does not synchronize */
async function applyToIssue(
  sql: Queryable,
  integration: IntegrationRow,
  issue: LockedIssue,
  { comment, state, at }: InboundChange,
) {
  if (comment) return integration.notify.includes('reply') && (await applyComment(sql, integration, issue, comment));
  return state !== undefined && (await applyState(sql, integration, issue, { state, at }));
}
