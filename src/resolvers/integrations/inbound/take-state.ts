import type { AnnotationStatus } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/ids.ts';
import type { Queryable } from '../../../infrastructure/transaction.ts';
import { statusChange } from '../../annotations/set-status.ts';
import type { IntegrationRow } from '../integration.ts';
import { tellIssues } from '../outgoing/issue-rows.ts';
import { stateFor } from '../outgoing/write-issue.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { IssueState } from '../providers/provider.ts';
import type { LockedIssue } from './lock-issue.ts';

const STATUS: Record<IssueState, AnnotationStatus> = { open: 'open', started: 'in_progress', closed: 'resolved' };

const KEEP = `UPDATE external_issues SET state = $3::"IssueState", changed_at = $4
  WHERE integration_id = $1 AND annotation_id = $2`;

/** Status, its line in the history without a member, and the event. */
const CHANGE = `WITH changed AS (
    UPDATE annotations SET status = $2::"AnnotationStatus", resolved_at = $3, updated_at = now() WHERE id = $1
  ), kept AS (
    INSERT INTO annotation_history (id, annotation_id, kind, before, after) VALUES ($4, $1, 'status', $5, $6)
  )
  INSERT INTO events (id, type, organization_id, project_id, annotation_id, data) VALUES ($7, $8, $9, $10, $1, $11)`;

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
  return writeStatus(sql, issue, STATUS[state]);
}

async function writeStatus(sql: Queryable, issue: LockedIssue, status: AnnotationStatus): Promise<boolean> {
  const change = statusChange(issue, status);
  if (!change) return false;
  const { data, history, event } = change;
  await sql.query(CHANGE, [
    issue.id,
    status,
    data.resolvedAt,
    newId(),
    JSON.stringify(history.before),
    JSON.stringify(history.after),
    newId(),
    event.type,
    issue.organizationId,
    issue.projectId,
    event.data,
  ]);
  return true;
}
