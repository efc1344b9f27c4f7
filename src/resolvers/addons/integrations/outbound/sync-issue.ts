import type { Context } from '../../../../context.ts';
import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import { OutboundError } from '../../../../infrastructure/outbound/outbound-error.ts';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { issueInPlace, issueOf, unlessGone } from '../../../integrations/outgoing/issue-in-place.ts';
import { findMarked, marksOf } from '../../../integrations/outgoing/marks.ts';
import type { AnnotationText, CommentText, ExternalIssue, IssueState, Tracker } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { type LeasedIssue, noteAttempt, noteSending, saveIssue, withIssue } from './issue-rows.ts';
import type { Subject } from './load-subject.ts';

/** Clocks differ: what an attempt may have made is looked for from so long before it, milliseconds. */
const LEEWAY_MS = 10 * MINUTE_MS;

interface Target {
  ctx: Context;
  tracker: Tracker;
  knowsStarted: boolean;
  row: LeasedIssue;
}

/**
 * Brings an annotation's issue to what the annotation is now, whatever came of earlier attempts: each step looks at what
 * is there first. @throws ProviderError, OutboundError; IssueBusy while another attempt does
 */
export async function writeIssue(
  ctx: Context,
  { tracker, knowsStarted }: { tracker: Tracker; knowsStarted: boolean },
  integrationId: string,
  { kind, annotation, comment }: Subject,
): Promise<void> {
  const lease = { integrationId, annotationId: annotation.id, known: kind === 'status' };
  await withIssue(ctx, lease, async (leased) => {
    if (leased.state === 'deleted') return;
    const row = await issueInPlace({ ctx, tracker, row: leased });
    const target: Target = { ctx, tracker, knowsStarted, row };
    // Whatever makes the issue sets its state too.
    if (kind === 'status' && row.externalId === null) return;
    const issue = await ensureIssue(target, annotation);
    await unlessGone(target, issue, async () => {
      if (comment) await ensureComment(target, issue, comment);
      await ensureState(target, issue);
    });
  });
}

async function ensureIssue({ ctx, tracker, row }: Target, annotation: AnnotationText): Promise<ExternalIssue> {
  const known = issueOf(row);
  if (known) return known;
  const { attemptedAt, integrationId } = row;
  const marks = marksOf(ctx, integrationId, annotation.id);
  const since = attemptedAt && new Date(attemptedAt.getTime() - LEEWAY_MS);
  const found = since && (await findMarked(marks, (mark) => tracker.findIssue(mark, since)));
  const issue = found ?? (await createIssue({ ctx, tracker, row }, { ...annotation, id: marks[0] }));
  await saveIssue(ctx, row, { ...issue, place: tracker.place });
  return issue;
}

async function createIssue(
  { ctx, tracker, row }: Pick<Target, 'ctx' | 'tracker' | 'row'>,
  annotation: AnnotationText,
): Promise<ExternalIssue> {
  await noteAttempt(ctx, row, true);
  try {
    return await tracker.createIssue(annotation);
  } catch (error) {
    // An earlier attempt may have made it all the same: then it goes on being looked for.
    if (row.attemptedAt === null && isRefusal(error)) await noteAttempt(ctx, row, false);
    throw error;
  }
}

const PREPARE_COMMENT = `INSERT INTO external_comments AS x (integration_id, comment_id)
  SELECT $1, id FROM comments WHERE id = $2 FOR KEY SHARE
  ON CONFLICT (integration_id, comment_id) DO UPDATE SET comment_id = x.comment_id
  RETURNING external_id AS "externalId", attempted_at AS "attemptedAt"`;

/** The lease of the issue is the lease of its comments. A comment that came from the tracker is there already. */
async function ensureComment({ ctx, tracker, row }: Target, issue: ExternalIssue, comment: CommentText): Promise<void> {
  const { pool } = ctx.services;
  const key = [row.integrationId, comment.id];
  const { rows } = await pool.query<{ externalId: string | null; attemptedAt: Date | null }>(PREPARE_COMMENT, key);
  const [known] = rows;
  // A reply that was deleted meanwhile is not told any more.
  if (!known || known.externalId !== null) return;
  const { attemptedAt } = known;
  const since = attemptedAt && new Date(attemptedAt.getTime() - LEEWAY_MS);
  const marks = marksOf(ctx, row.integrationId, comment.id);
  const found = since && (await findMarked(marks, (mark) => tracker.findComment(issue, mark, since)));
  const set = (column: string, value: unknown) =>
    pool.query(`UPDATE external_comments SET ${column} = $3 WHERE integration_id = $1 AND comment_id = $2`, [
      ...key,
      value,
    ]);
  if (found) {
    await set('external_id', found);
    return;
  }
  await set('attempted_at', attemptedAt ?? new Date());
  try {
    await set('external_id', await tracker.addComment(issue, { ...comment, id: marks[0] }));
  } catch (error) {
    if (attemptedAt === null && isRefusal(error)) await set('attempted_at', null);
    throw error;
  }
}

/** The state that the annotation has now, not the one that the event told of: events come in any order. */
async function ensureState({ ctx, tracker, knowsStarted, row }: Target, issue: ExternalIssue): Promise<void> {
  const { rows } = await ctx.services.pool.query<{ status: AnnotationStatus; notify: boolean }>(
    `SELECT a.status, 'status' = ANY(i.notify) AS notify FROM annotations a, integrations i WHERE a.id = $1 AND i.id = $2`,
    [row.annotationId, row.integrationId],
  );
  const [annotation] = rows;
  if (!annotation?.notify) return;
  const wanted = stateFor(annotation.status, knowsStarted);
  // What was sent with an unknown end may be there or not.
  if (wanted === issue.state && row.sendingState === null) return;
  await noteSending(ctx, row, wanted);
  try {
    const { state, changedAt } = await tracker.setState(issue, wanted);
    await saveIssue(ctx, row, { ...issue, place: tracker.place, state, changedAt, sent: true });
  } catch (error) {
    if (isRefusal(error)) await noteSending(ctx, row, null);
    throw error;
  }
}

/** What the issue of an annotation should be. */
export function stateFor(status: AnnotationStatus, knowsStarted: boolean): IssueState {
  if (status === 'resolved') return 'closed';
  return status === 'in_progress' && knowsStarted ? 'started' : 'open';
}

/** Whether a failure says for certain that nothing was made. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ProviderError) return error.failure !== 'unavailable';
  return error instanceof OutboundError && ['refused', 'unresolved', 'certificate'].includes(error.failure);
}
