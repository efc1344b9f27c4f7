import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { statusChange } from '../../../core/annotations/set-annotation-status.ts';
import { writeChange } from '../../../core/annotations/write-change.ts';
import type { IntegrationRow } from '../integration.ts';
import { tellIssues } from '../outbound/issue-rows.ts';
import { stateFor } from '../outbound/sync-issue.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { IssueState } from '../providers/provider.ts';
import type { LockedIssue } from './lock-issue.ts';

const STATUS: Record<IssueState, AnnotationStatus> = { open: 'open', started: 'in_progress', closed: 'resolved' };

/** What is being written now is noted until its answer; what was sent with an unknown end has come to this one. */
const KEEP = `UPDATE external_issues SET state = $3::"IssueState", changed_at = $4,
       sending_state = CASE WHEN sending_state <> $3::"IssueState" AND leased_until > now() THEN sending_state END
  WHERE integration_id = $1 AND annotation_id = $2`;

/**
 * Brings an annotation to the state that its issue has come to. @returns false for what is older than what is known, for
 * the echo of what we sent, and when the annotation stands there already
 */
export async function takeState(
  sql: Queryable,
  { id, provider, notify }: IntegrationRow,
  issue: LockedIssue,
  { state, at }: { state: IssueState; at?: Date },
): Promise<boolean> {
  const { issueState, sendingState, sentStates, issueChangedAt } = issue;
  if (at && issueChangedAt && at < issueChangedAt) return false;
  if (at && sentStates.some((sent) => isOf(sent, state, at))) return false;
  await sql.query(KEEP, [id, issue.id, state, at ?? issueChangedAt]);
  if (state === issueState) return false;
  await tellIssues(sql, issue.id);
  if (state === sendingState || !notify.includes('status')) return false;
  const kind = PROVIDERS[provider];
  if (stateFor(issue.status, kind.kind === 'tracker' && kind.knowsStarted) === state) return false;
  const change = statusChange(issue, STATUS[state]);
  if (!change) return false;
  await writeChange(sql, issue, change, null);
  return true;
}

/** Whether a state that was sent is this one. Some trackers tell times in whole seconds, in some of their places. */
function isOf(sent: string, state: IssueState, at: Date): boolean {
  const [sentState, time = ''] = sent.split(' ');
  const [sentAt, told] = [new Date(time).getTime(), at.getTime()];
  const unit = sentAt % 1000 === 0 || told % 1000 === 0 ? 1000 : 1;
  return sentState === state && Math.floor(sentAt / unit) === Math.floor(told / unit);
}
