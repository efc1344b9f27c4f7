import type { AnnotationSend } from '../../../../generated/prisma/client.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { guard, ofProject } from '../../../platform/policies/require-row.ts';
import { selectList } from '../../../platform/sql/select-list.ts';
import type { IntegrationFilter } from '../filter.ts';

/** A request to send existing annotations to an integration. */
export type SendRow = Omit<AnnotationSend, 'filter'> & { filter: IntegrationFilter };

/** A send with its progress. */
export type SendRecord = SendRow & {
  /** Number of deliveries that are not finished. */
  pending: number;
};

/** Select list for `FROM annotation_sends s`. */
export const SEND_COLUMNS = selectList(Prisma.AnnotationSendScalarFieldEnum, { alias: 's' });

/**
 * Counts the deliveries of sends. One whose row was purged was delivered long ago. A canceled one
 * may still be in progress.
 */
const PROGRESS = statement(
  'annotation-send/progress',
  `SELECT s.send_id AS "id!",
    count(*) FILTER (WHERE d.id IS NULL OR d.state = 'delivered')::int AS sent,
    count(*) FILTER (WHERE d.state IN ('exhausted', 'cancelled') AND NOT ${isInProgress('d')})::int AS failed,
    count(*) FILTER (WHERE d.state = 'pending' OR d.state = 'cancelled' AND ${isInProgress('d')})::int AS pending
  FROM sent_annotations s
  LEFT JOIN webhook_deliveries d ON d.webhook_id = s.integration_id AND d.event_id = s.event_id
 WHERE s.send_id = ANY($ids::uuid[]) GROUP BY s.send_id`,
);

function isInProgress(delivery: string): string {
  return `coalesce(${delivery}.leased_until > now(), false)`;
}

/** Numbers of sent, failed and pending annotations. */
export type Progress = Pick<SendRecord, 'sent' | 'failed' | 'pending'>;

export async function readProgress(sql: Queryable, ids: string[]): Promise<Map<string, Progress>> {
  const rows = await PROGRESS.rows(sql, { ids });
  return new Map(rows.map(({ id, ...progress }) => [id, progress]));
}

/** Adds the progress of unfinished sends, with one statement. */
export async function withProgress(sql: Queryable, sends: SendRow[]): Promise<SendRecord[]> {
  const unfinished = sends.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id);
  const progress = unfinished.length === 0 ? undefined : await readProgress(sql, unfinished);
  return sends.map((send) => ({ ...send, pending: 0, ...progress?.get(send.id) }));
}

/** Loads a send if the user may perform `action` on its integration. */
export const requireSend = guard('annotation-send/for-user', {
  what: 'Send',
  columns: `${SEND_COLUMNS}, i.project_id AS "projectId"`,
  from: `annotation_sends s JOIN integrations i ON i.id = s.integration_id AND i.deleted_at IS NULL
    ${ofProject('i.project_id')}`,
  where: 's.id = $id',
}).narrow<Pick<SendRow, 'filter'>>();
