import { randomUUID } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import type { ExternalIssue as IssueRow } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import type { ExternalIssue, IssueState } from '../providers/provider.ts';

/** Longer than an attempt may take: whoever holds it longer is dead. */
const LEASE = '30 seconds';

export type LeasedIssue = Pick<
  IssueRow,
  | 'integrationId'
  | 'annotationId'
  | 'externalId'
  | 'key'
  | 'url'
  | 'place'
  | 'state'
  | 'sendingState'
  | 'attemptedAt'
  | 'leaseId'
>;

const COLUMNS = `x.integration_id AS "integrationId", x.annotation_id AS "annotationId", x.external_id AS "externalId",
  x.key, x.url, x.place, x.state, x.sending_state AS "sendingState", x.attempted_at AS "attemptedAt",
  x.lease_id AS "leaseId"`;

const TAKE = `INSERT INTO external_issues AS x (integration_id, annotation_id, lease_id, leased_until)
  VALUES ($1, $2, $3, now() + interval '${LEASE}')
  ON CONFLICT (integration_id, annotation_id) DO UPDATE SET lease_id = $3, leased_until = now() + interval '${LEASE}'
   WHERE x.leased_until IS NULL OR x.leased_until < now()
  RETURNING ${COLUMNS}`;

const TAKE_KNOWN = `UPDATE external_issues x SET lease_id = $3, leased_until = now() + interval '${LEASE}'
  WHERE integration_id = $1 AND annotation_id = $2 AND (leased_until IS NULL OR leased_until < now())
  RETURNING ${COLUMNS}`;

const EXISTS = 'SELECT FROM external_issues WHERE integration_id = $1 AND annotation_id = $2';

/** Another attempt writes to the issue now. */
export class IssueBusy extends Error {}

/**
 * Lets nobody else write to an annotation's issue while `work` does.
 * @param known only when the issue was begun before; else nothing is done
 * @throws IssueBusy when somebody does
 */
export async function withIssue(
  ctx: Context,
  { integrationId, annotationId, known }: { integrationId: string; annotationId: string; known: boolean },
  work: (row: LeasedIssue) => Promise<void>,
): Promise<void> {
  const { pool } = ctx.services;
  const key = [integrationId, annotationId];
  const leaseId = randomUUID();
  const { rows } = await pool.query<LeasedIssue>(known ? TAKE_KNOWN : TAKE, [...key, leaseId]);
  const [row] = rows;
  if (!row) {
    if (known && (await pool.query(EXISTS, key)).rowCount === 0) return;
    throw new IssueBusy();
  }
  try {
    await work(row);
  } finally {
    await pool.query(
      `UPDATE external_issues SET lease_id = NULL, leased_until = NULL
        WHERE integration_id = $1 AND annotation_id = $2 AND lease_id = $3`,
      [...key, leaseId],
    );
  }
}

/** Notes, before it is asked for, that the issue may be made from now on; or that it certainly was not. */
export async function noteAttempt(
  ctx: Context,
  { integrationId, annotationId }: LeasedIssue,
  begun: boolean,
): Promise<void> {
  await ctx.services.pool.query(
    `UPDATE external_issues SET attempted_at = CASE WHEN $3 THEN coalesce(attempted_at, now()) END
      WHERE integration_id = $1 AND annotation_id = $2`,
    [integrationId, annotationId, begun],
  );
}

/**
 * Notes what the issue is on its way to, before it is asked for: what the tracker tells of it is an echo. Null when it
 * certainly did not get there.
 */
export async function noteSending(
  ctx: Context,
  { integrationId, annotationId }: LeasedIssue,
  state: IssueState | null,
): Promise<void> {
  await ctx.services.pool.query(
    `UPDATE external_issues SET sending_state = $3::"IssueState" WHERE integration_id = $1 AND annotation_id = $2`,
    [integrationId, annotationId, state],
  );
}

/** So that what is shown is read after whoever shows another issue of the annotation has committed. */
const LOCK = 'SELECT FROM annotations WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE';

const SHOW = `UPDATE annotations a SET external_issues = coalesce((
    SELECT jsonb_agg(jsonb_build_object('integrationId', x.integration_id, 'provider', i.provider, 'key', x.key,
                                        'url', x.url, 'state', x.state) ORDER BY x.created_at, x.integration_id)
      FROM external_issues x JOIN integrations i ON i.id = x.integration_id AND i.deleted_at IS NULL
     WHERE x.annotation_id = a.id AND x.external_id IS NOT NULL AND x.state <> 'deleted'), '[]')
  WHERE a.id = ANY($1::uuid[])`;

/** So many of the states that were sent are known again. */
const KEPT_STATES = 8;

const SAVE = `UPDATE external_issues SET external_id = $3, key = $4, url = $5, place = $6, state = $7::"IssueState",
       sending_state = $8::"IssueState", changed_at = coalesce($9, changed_at),
       sent_states = CASE WHEN $10::text IS NULL THEN sent_states
                          ELSE (array_prepend($10::text, sent_states))[1:${KEPT_STATES}] END
  WHERE integration_id = $1 AND annotation_id = $2`;

/** What is known of an issue, of whose changes the tracker tells. */
export type KnownIssue = Omit<ExternalIssue, 'state'> & {
  state: ExternalIssue['state'] | 'deleted';
  /** The address that its key was found under. */
  place: string;
  /** Where a change is on its way to. */
  sendingState?: IssueRow['sendingState'];
};

/** In a subscriber's list the annotation is one that was updated. */
const TELL = `INSERT INTO events (id, type, organization_id, project_id, annotation_id, data)
  SELECT $1, 'annotation.linked', p.organization_id, p.id, a.id, $3
    FROM annotations a JOIN projects p ON p.id = a.project_id WHERE a.id = $2`;

/**
 * Keeps what the tracker says of the issue, and shows it on the annotation.
 * @param issue.sent its state is what it took from us: told again, it is an echo
 */
export async function saveIssue(
  ctx: Context,
  { integrationId, annotationId }: LeasedIssue,
  issue: KnownIssue & { sent?: boolean },
): Promise<void> {
  const { id, key, url, place, state, sendingState = null, changedAt, sent = false } = issue;
  const told = sent && changedAt ? `${state} ${changedAt.toISOString()}` : null;
  await inTransaction(ctx.services.pool, async (sql) => {
    await sql.query(SAVE, [integrationId, annotationId, id, key, url, place, state, sendingState, changedAt, told]);
    await tellIssues(sql, annotationId);
  });
  ctx.services.nudgeRelay();
}

const FORGET = `UPDATE external_issues SET external_id = NULL, key = NULL, url = NULL, place = NULL, state = NULL,
       sending_state = NULL, sent_states = '{}', changed_at = NULL, attempted_at = NULL
  WHERE integration_id = $1 AND annotation_id = $2`;

/** Takes an issue off its annotation, as if none had been made. @returns the row as it is then */
export async function forgetIssue(ctx: Context, row: LeasedIssue): Promise<LeasedIssue> {
  await inTransaction(ctx.services.pool, async (sql) => {
    await sql.query(FORGET, [row.integrationId, row.annotationId]);
    await tellIssues(sql, row.annotationId);
  });
  ctx.services.nudgeRelay();
  const none = { externalId: null, key: null, url: null, place: null, state: null, sendingState: null };
  return { ...row, ...none, attemptedAt: null };
}

/** Has annotations show their issues as they are. */
export async function showIssues(sql: Queryable, annotationIds: string[]): Promise<void> {
  await sql.query(LOCK, [annotationIds]);
  await sql.query(SHOW, [annotationIds]);
}

/** The same for one, and tells whoever looks at it. Nudge the relay after commit. */
export async function tellIssues(sql: Queryable, annotationId: string): Promise<void> {
  await showIssues(sql, [annotationId]);
  await sql.query(TELL, [newId(), annotationId, NO_EVENT_DATA]);
}
