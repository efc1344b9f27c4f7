import type { Context } from '../../../../context.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { takeComment } from '../../../integrations/inbound/take-comment.ts';
import type { IntegrationRow } from '../integration.ts';
import type { InboundChange } from '../providers/provider.ts';
import { takeState } from './apply-state.ts';
import { type LockedIssue, lockIssue } from './lock-issue.ts';

/** What became of a tracker's call: `duplicate` was taken before, `ignored` does not concern us or is an echo. */
export type Applied = 'applied' | 'duplicate' | 'ignored';

const REMEMBER = `INSERT INTO inbound_calls (integration_id, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
const HEARD = 'UPDATE integrations SET last_inbound_at = now() WHERE id = $1';

/**
 * Applies what a tracker tells, once, in one transaction. What it tells of no issue of ours is passed over.
 * @param change.hash of the signed body: the same again does nothing
 */
export async function applyChange(
  ctx: Context,
  integration: IntegrationRow,
  change: InboundChange & { hash: string },
): Promise<Applied> {
  const applied = await inTransaction(ctx.services.pool, async (sql): Promise<Applied> => {
    const { rowCount } = await sql.query(REMEMBER, [integration.id, change.hash]);
    if (rowCount === 0) return 'duplicate';
    await sql.query(HEARD, [integration.id]);
    const issue = await lockIssue(sql, integration.id, change.issueId);
    return issue && (await take(sql, integration, issue, change)) ? 'applied' : 'ignored';
  });
  if (applied === 'applied') ctx.services.nudgeRelay();
  return applied;
}

/** @returns false for an echo, and for what its admin does not want */
async function take(
  sql: Queryable,
  integration: IntegrationRow,
  issue: LockedIssue,
  { comment, state, at }: InboundChange,
) {
  if (comment) return integration.notify.includes('reply') && (await takeComment(sql, integration, issue, comment));
  return state !== undefined && (await takeState(sql, integration, issue, { state, at }));
}
