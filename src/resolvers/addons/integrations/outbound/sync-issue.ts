import type { Context } from '../../../../context.ts';
import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { OutboundError } from '../../../../infrastructure/outbound/outbound-error.ts';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import type { AnnotationText, CommentText, ExternalIssue, IssueState, Tracker } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { correlationMarkersOf, findByMarker } from './correlation-markers.ts';
import { detectDeletion, issueOf, verifyIssueLocation } from './issue-location.ts';
import {
  type LeasedIssue,
  recordCreationAttempt,
  recordSendingState,
  saveIssue,
  unlinkIssue,
  withIssueLease,
} from './issue-rows.ts';
import type { EventSubject } from './load-subject.ts';

/** Margin for clock differences in the search for issues and comments of an earlier attempt, ms. */
const LEEWAY_MS = 10 * MINUTE_MS;

interface Target {
  ctx: Context<'wakeRelay' | 'pool' | 'secretBox'>;
  tracker: Tracker;
  hasStartedState: boolean;
  row: LeasedIssue;
}

/**
 * Synchronizes an annotation's issue with its current state. Each step reads the current state of
 * the tracker first, because the results of earlier attempts may be unknown.
 *
 * @param options.replacesDeleted creates another issue if people have deleted the first one
 * @throws ProviderError, OutboundError
 * @throws IssueBusy while another attempt writes to the issue
 */
export async function syncIssue(
  ctx: Context<'pool' | 'secretBox' | 'wakeRelay'>,
  { tracker, hasStartedState }: { tracker: Tracker; hasStartedState: boolean },
  integrationId: string,
  { annotation, comment, createsIssue }: EventSubject,
  { replacesDeleted = false }: { replacesDeleted?: boolean } = {},
): Promise<void> {
  const lease = { integrationId, annotationId: annotation.id, known: !createsIssue };
  await withIssueLease(ctx, lease, async (leased) => {
    const isDeleted = leased.state === 'deleted';
    if (isDeleted && !replacesDeleted) return;
    const row = isDeleted ? await unlinkIssue(ctx, leased) : await verifyIssueLocation({ ctx, tracker, row: leased });
    const target: Target = { ctx, tracker, hasStartedState, row };
    // The event that creates the issue sets its state too.
    if (!createsIssue && row.externalId === null) return;
    const issue = await ensureIssue(target, annotation);
    await detectDeletion(target, issue, async () => {
      if (comment) await ensureComment(target, issue, comment);
      await ensureState(target, issue);
    });
  });
}

async function ensureIssue({ ctx, tracker, row }: Target, annotation: AnnotationText): Promise<ExternalIssue> {
  const known = issueOf(row);
  if (known) return known;
  const { attemptedAt, integrationId } = row;
  const markers = correlationMarkersOf(ctx, integrationId, annotation.id);
  const since = attemptedAt && new Date(attemptedAt.getTime() - LEEWAY_MS);
  const found = since && (await findByMarker(markers, (marker) => tracker.findIssue(marker, since)));
  const issue = found ?? (await createIssue({ ctx, tracker, row }, { ...annotation, id: markers[0] }));
  await saveIssue(ctx, row, { ...issue, location: tracker.location });
  return issue;
}

async function createIssue(
  { ctx, tracker, row }: Pick<Target, 'ctx' | 'tracker' | 'row'>,
  annotation: AnnotationText,
): Promise<ExternalIssue> {
  await recordCreationAttempt(ctx, row, true);
  try {
    return await tracker.createIssue(annotation);
  } catch (error) {
    // After an earlier attempt with an unknown result, the issue may still exist.
    if (row.attemptedAt === null && isDefiniteFailure(error)) await recordCreationAttempt(ctx, row, false);
    throw error;
  }
}

const PREPARE_COMMENT = statement(
  'sync-issue/prepare-comment',
  `INSERT INTO external_comments AS x (integration_id, comment_id)
  SELECT $integrationId, id FROM comments WHERE id = $commentId FOR KEY SHARE
  ON CONFLICT (integration_id, comment_id) DO UPDATE SET comment_id = x.comment_id
  RETURNING external_id AS "externalId", attempted_at AS "attemptedAt"`,
);

/** A parameter that is absent keeps the column; `isTried` false clears the time. */
const SET_COMMENT = statement(
  'sync-issue/set-comment',
  `UPDATE external_comments SET external_id = coalesce($externalId?, external_id),
       attempted_at = CASE WHEN $isTried THEN coalesce(attempted_at, now()) END
  WHERE integration_id = $integrationId AND comment_id = $commentId`,
);

/** Runs under the lease of the issue. Imported comments have an external id. */
async function ensureComment({ ctx, tracker, row }: Target, issue: ExternalIssue, comment: CommentText): Promise<void> {
  const { pool } = ctx.services;
  const key = { integrationId: row.integrationId, commentId: comment.id };
  const known = await PREPARE_COMMENT.first(pool, key);
  // A reply that was deleted since is not sent.
  if (!known || known.externalId !== null) return;
  const { attemptedAt } = known;
  const since = attemptedAt && new Date(attemptedAt.getTime() - LEEWAY_MS);
  const markers = correlationMarkersOf(ctx, row.integrationId, comment.id);
  const found = since && (await findByMarker(markers, (marker) => tracker.findComment(issue, marker, since)));
  if (found) {
    await SET_COMMENT.run(pool, { ...key, externalId: found, isTried: true });
    return;
  }
  await SET_COMMENT.run(pool, { ...key, isTried: true });
  try {
    const externalId = await tracker.addComment(issue, { ...comment, id: markers[0] });
    await SET_COMMENT.run(pool, { ...key, externalId, isTried: true });
  } catch (error) {
    if (attemptedAt === null && isDefiniteFailure(error)) await SET_COMMENT.run(pool, { ...key, isTried: false });
    throw error;
  }
}

const FIND = statement(
  'sync-issue/find',
  `SELECT a.status, 'status' = ANY(i.notify) AS "notify!" FROM annotations a, integrations i WHERE a.id = $annotationId AND i.id = $integrationId`,
);

/** Sends the annotation's current state rather than that of the event: events are unordered. */
async function ensureState({ ctx, tracker, hasStartedState, row }: Target, issue: ExternalIssue): Promise<void> {
  const annotation = await FIND.first(ctx.services.pool, {
    annotationId: row.annotationId,
    integrationId: row.integrationId,
  });
  if (!annotation?.notify) return;
  const wanted = stateFor(annotation.status, hasStartedState);
  // A request with an unknown result may have changed the state.
  if (wanted === issue.state && row.sendingState === null) return;
  await recordSendingState(ctx, row, wanted);
  try {
    const { state, changedAt } = await tracker.setState(issue, wanted);
    await saveIssue(ctx, row, { ...issue, location: tracker.location, state, changedAt, sent: true });
  } catch (error) {
    if (isDefiniteFailure(error)) await recordSendingState(ctx, row, null);
    throw error;
  }
}

/** Maps an annotation's status to the state of its issue. */
export function stateFor(status: AnnotationStatus, hasStartedState: boolean): IssueState {
  if (status === 'resolved') return 'closed';
  return status === 'in_progress' && hasStartedState ? 'started' : 'open';
}

/** Whether a failure proves that nothing was created. */
function isDefiniteFailure(error: unknown): boolean {
  if (error instanceof ProviderError) return error.failure !== 'unavailable';
  return error instanceof OutboundError && ['refused', 'unresolved', 'certificate'].includes(error.failure);
}
