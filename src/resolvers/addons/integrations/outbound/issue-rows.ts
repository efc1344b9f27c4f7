import { randomUUID } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import type { ExternalIssue as IssueRow } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import type { ExternalIssue, IssueState } from '../providers/provider.ts';

/** Longer than an attempt; a process that holds it longer is dead. */
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

const LEASE_OR_CREATE = statement(
  'issue-rows/lease-or-create',
  `INSERT INTO external_issues AS x (integration_id, annotation_id, lease_id, leased_until)
  VALUES ($integrationId, $annotationId, $leaseId, now() + interval '${LEASE}')
  ON CONFLICT (integration_id, annotation_id) DO UPDATE
    SET lease_id = excluded.lease_id, leased_until = excluded.leased_until
   WHERE x.leased_until IS NULL OR x.leased_until < now()
  RETURNING ${COLUMNS}`,
);

const LEASE_EXISTING = statement(
  'issue-rows/lease-existing',
  `UPDATE external_issues x SET lease_id = $leaseId, leased_until = now() + interval '${LEASE}'
  WHERE integration_id = $integrationId AND annotation_id = $annotationId AND (leased_until IS NULL OR leased_until < now())
  RETURNING ${COLUMNS}`,
);

const EXISTS = statement(
  'issue-rows/exists',
  'SELECT FROM external_issues WHERE integration_id = $integrationId AND annotation_id = $annotationId',
);

const RELEASE = statement(
  'issue-rows/release',
  `UPDATE external_issues SET lease_id = NULL, leased_until = NULL
  WHERE integration_id = $integrationId AND annotation_id = $annotationId AND lease_id = $leaseId`,
);

/** Error if another attempt writes to the issue. */
export class IssueBusy extends Error {}

/**
 * Runs `work` with a lease on an annotation's issue.
 *
 * @param known requires an existing row; without one, nothing is done
 * @throws IssueBusy if another attempt has the lease
 */
export async function withIssueLease(
  ctx: Context<'pool'>,
  { integrationId, annotationId, known }: { integrationId: string; annotationId: string; known: boolean },
  work: (row: LeasedIssue) => Promise<void>,
): Promise<void> {
  const { pool } = ctx.services;
  const key = { integrationId, annotationId };
  const leaseId = randomUUID();
  const row = await (known ? LEASE_EXISTING : LEASE_OR_CREATE).first(pool, { ...key, leaseId });
  if (!row) {
    if (known && (await EXISTS.run(pool, key)).rowCount === 0) return;
    throw new IssueBusy();
  }
  try {
    await work(row);
  } finally {
    await RELEASE.run(pool, { ...key, leaseId });
  }
}

const SET_ATTEMPTED = statement(
  'issue-rows/set-attempted',
  `UPDATE external_issues SET attempted_at = CASE WHEN $isStarted THEN coalesce(attempted_at, now()) END
      WHERE integration_id = $integrationId AND annotation_id = $annotationId`,
);

/** Records, before the request, that the issue may exist; or afterwards that it does not. */
export async function recordCreationAttempt(
  ctx: Context<'pool'>,
  { integrationId, annotationId }: LeasedIssue,
  isStarted: boolean,
): Promise<void> {
  await SET_ATTEMPTED.run(ctx.services.pool, { integrationId, annotationId, isStarted });
}

const SET_SENDING_STATE = statement(
  'issue-rows/set-sending-state',
  `UPDATE external_issues SET sending_state = $state?::"IssueState" WHERE integration_id = $integrationId AND annotation_id = $annotationId`,
);

/**
 * Records the state before it is requested, so that the tracker's call about it is recognized as an
 * echo. Null after a definite failure.
 */
export async function recordSendingState(
  ctx: Context<'pool'>,
  { integrationId, annotationId }: LeasedIssue,
  state: IssueState | null,
): Promise<void> {
  await SET_SENDING_STATE.run(ctx.services.pool, { integrationId, annotationId, state });
}

/** Serializes updates of an annotation's links, so that each reads the committed ones. */
const LOCK = statement(
  'issue-rows/lock',
  'SELECT FROM annotations WHERE id = ANY($annotationIds::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);

const REFRESH = statement(
  'issue-rows/refresh',
  `UPDATE annotations a SET external_issues = coalesce((
    SELECT jsonb_agg(jsonb_build_object('integrationId', x.integration_id, 'provider', i.provider, 'key', x.key,
                                        'url', x.url, 'state', x.state) ORDER BY x.created_at, x.integration_id)
      FROM external_issues x JOIN integrations i ON i.id = x.integration_id AND i.deleted_at IS NULL
     WHERE x.annotation_id = a.id AND x.external_id IS NOT NULL AND x.state <> 'deleted'), '[]')
  WHERE a.id = ANY($annotationIds::uuid[])`,
);

/** Sent states that are kept to recognize echoes. */
const KEPT_STATES = 8;

const SAVE = statement(
  'issue-rows/save',
  `UPDATE external_issues SET external_id = $id, key = $key, url = $url, place = $location, state = $state::"IssueState",
       sending_state = $sendingState?::"IssueState", changed_at = coalesce($changedAt?, changed_at),
       sent_states = CASE WHEN $sentState?::text IS NULL THEN sent_states
                          ELSE (array_prepend($sentState?::text, sent_states))[1:${KEPT_STATES}] END
  WHERE integration_id = $integrationId AND annotation_id = $annotationId`,
);

/** State of an issue as stored. */
export type IssueSnapshot = Omit<ExternalIssue, 'state'> & {
  state: ExternalIssue['state'] | 'deleted';
  /** Location of the key. */
  location: string;
  /** State requested by a change in progress. */
  sendingState?: IssueRow['sendingState'];
};

/** Live subscribers receive it as an update of the annotation. */
const INSERT_EVENT = statement(
  'issue-rows/insert-event',
  `INSERT INTO events (id, type, organization_id, project_id, annotation_id, data)
  SELECT $id, 'annotation.linked', p.organization_id, p.id, a.id, $noEventData
    FROM annotations a JOIN projects p ON p.id = a.project_id WHERE a.id = $annotationId`,
);

/**
 * Stores an issue and updates the links of its annotation.
 *
 * @param issue.sent whether Pinbound set the state; a call of the tracker about it is an echo
 */
export async function saveIssue(
  ctx: Context<'pool' | 'wakeRelay'>,
  { integrationId, annotationId }: LeasedIssue,
  issue: IssueSnapshot & { sent?: boolean },
): Promise<void> {
  const { id, key, url, location, state, sendingState = null, changedAt, sent = false } = issue;
  const sentState = sent && changedAt ? `${state} ${changedAt.toISOString()}` : null;
  await inTransaction(ctx.services.pool, async (sql) => {
    await SAVE.run(sql, {
      integrationId,
      annotationId,
      id,
      key,
      url,
      location,
      state,
      sendingState,
      changedAt,
      sentState,
    });
    await publishIssueLinks(sql, annotationId);
  });
  ctx.services.wakeRelay();
}

const UNLINK = statement(
  'issue-rows/unlink',
  `UPDATE external_issues SET external_id = NULL, key = NULL, url = NULL, place = NULL, state = NULL,
       sending_state = NULL, sent_states = '{}', changed_at = NULL, attempted_at = NULL
  WHERE integration_id = $integrationId AND annotation_id = $annotationId`,
);

/**
 * Unlinks an issue, as if none had been created.
 *
 * @returns the updated row
 */
export async function unlinkIssue(ctx: Context<'pool' | 'wakeRelay'>, row: LeasedIssue): Promise<LeasedIssue> {
  await inTransaction(ctx.services.pool, async (sql) => {
    await UNLINK.run(sql, { integrationId: row.integrationId, annotationId: row.annotationId });
    await publishIssueLinks(sql, row.annotationId);
  });
  ctx.services.wakeRelay();
  const none = { externalId: null, key: null, url: null, place: null, state: null, sendingState: null };
  return { ...row, ...none, attemptedAt: null };
}

/** Updates the issue links that annotations contain. */
export async function refreshIssueLinks(sql: Queryable, annotationIds: string[]): Promise<void> {
  await LOCK.run(sql, { annotationIds });
  await REFRESH.run(sql, { annotationIds });
}

/** Updates the links of an annotation and inserts an event. Wake the relay after the commit. */
export async function publishIssueLinks(sql: Queryable, annotationId: string): Promise<void> {
  await refreshIssueLinks(sql, [annotationId]);
  await INSERT_EVENT.run(sql, { id: newId(), annotationId, noEventData: NO_EVENT_DATA });
}
