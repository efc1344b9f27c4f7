import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { statusChange } from '../../../core/annotations/set-annotation-status.ts';
import { writeChange } from '../../../core/annotations/write-change.ts';
import type { IntegrationRow } from '../integration.ts';
import { publishIssueLinks } from '../outbound/issue-rows.ts';
import { stateFor } from '../outbound/sync-issue.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { IssueState } from '../providers/provider.ts';
import type { LockedIssue } from './lock-issue.ts';

const STATUS: Record<IssueState, AnnotationStatus> = { open: 'open', started: 'in_progress', closed: 'resolved' };

/**
 * Stores the state. Keeps `sending_state` while a request is in progress; one with an unknown
 * result has ended in this state.
 */
const UPDATE = statement(
  'apply-state/update',
  `UPDATE external_issues SET state = $state::"IssueState", changed_at = $at?,
       sending_state = CASE WHEN sending_state <> $state::"IssueState" AND leased_until > now() THEN sending_state END
  WHERE integration_id = $id AND annotation_id = $annotationId`,
);

/**
 * Sets an annotation's status to the state of its issue.
 *
 * @returns false for an outdated change, for an echo, and if the annotation has the status
 */
export async function applyState(
  sql: Queryable,
  { id, provider, notify }: IntegrationRow,
  issue: LockedIssue,
  { state, at }: { state: IssueState; at?: Date },
): Promise<boolean> {
  const { issueState, sendingState, sentStates, issueChangedAt } = issue;
  if (at && issueChangedAt && at < issueChangedAt) return false;
  if (at && sentStates.some((sent) => isEcho(sent, state, at))) return false;
  await UPDATE.run(sql, { id, annotationId: issue.id, state, at: at ?? issueChangedAt });
  if (state === issueState) return false;
  await publishIssueLinks(sql, issue.id);
  if (state === sendingState || !notify.includes('status')) return false;
  const kind = PROVIDERS[provider];
  if (stateFor(issue.status, kind.kind === 'tracker' && kind.hasStartedState) === state) return false;
  const change = statusChange(issue, STATUS[state]);
  if (!change) return false;
  await writeChange(sql, issue, change, null);
  return true;
}

/** Whether a change is a sent state. Some trackers round some of their times to seconds. */
function isEcho(sent: string, state: IssueState, at: Date): boolean {
  const [sentState, time = ''] = sent.split(' ');
  const [sentAt, changedAt] = [new Date(time).getTime(), at.getTime()];
  const unit = sentAt % 1000 === 0 || changedAt % 1000 === 0 ? 1000 : 1;
  return sentState === state && Math.floor(sentAt / unit) === Math.floor(changedAt / unit);
}
