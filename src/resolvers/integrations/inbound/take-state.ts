import type { AnnotationStatus } from '../../../generated/prisma/client.ts';
import type { Queryable } from '../../../infrastructure/transaction.ts';
import { statusChange } from '../../annotations/set-status.ts';
import { writeChange } from '../../annotations/write-change.ts';
import type { IntegrationRow } from '../integration.ts';
import { tellIssues } from '../outgoing/issue-rows.ts';
import { stateFor } from '../outgoing/write-issue.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { IssueState } from '../providers/provider.ts';
import type { LockedIssue } from './lock-issue.ts';

const STATUS: Record<IssueState, AnnotationStatus> = { open: 'open', started: 'in_progress', closed: 'resolved' };

const KEEP = `UPDATE external_issues SET state = $3::"IssueState", changed_at = $4
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
  const { issueState, sendingState, issueChangedAt } = issue;
  if (at && issueChangedAt && at < issueChangedAt) return false;
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
