import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/with-idempotency-key.ts';
import { parseInput } from '../../../platform/input/parse-input.ts';
import { requireUser } from '../../../platform/policies/access.ts';
import { assertLabelsOfProject, filterInput, type IntegrationFilter } from '../filter.ts';
import { requireIntegration } from '../require-integration.ts';
import { advanceSend } from './advance-sends.ts';
import { SEND_COLUMNS, type SendRecord, type SendRow, withProgress } from './annotation-send.ts';
import { UNSENT } from './candidates.ts';

const sendInput = z.object({ filter: filterInput.nullish() });

const INSERT = statement(
  'send-annotations/insert',
  `INSERT INTO annotation_sends (id, integration_id, filter, total, last_number)
  SELECT $id, i.id, $filter, 0, coalesce((SELECT max(number) FROM annotations WHERE project_id = i.project_id), 0)
    FROM integrations i WHERE i.id = $integrationId`,
);

const COUNT = statement(
  'send-annotations/count',
  `UPDATE annotation_sends SET total = (SELECT count(*) ${UNSENT}) WHERE id = $id`,
);

const READ = statement(
  'send-annotations/read',
  `SELECT ${SEND_COLUMNS} FROM annotation_sends s WHERE s.id = $id`,
).narrow<Pick<SendRow, 'filter'>>();

/**
 * Sends the existing annotations that match a filter to an integration, in the background: after
 * its earlier sends, and while it is enabled. Those that it has already received are left out.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function sendAnnotations(
  ctx: Context<'config' | 'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
  integrationId: string,
  args: object,
): Promise<SendRecord> {
  const userId = requireUser(ctx);
  const integration = await requireIntegration(ctx, integrationId, 'integration.manage');
  const given = parseInput(sendInput, args);
  const filter = given.filter ?? integration.filter;
  const input = { integrationId: integration.id, filter: given.filter };
  const request = { client: `user:${userId}`, operation: 'sendAnnotations', input, inSteps: true } as const;
  const send = await withIdempotencyKey(ctx, request, async (sql) => {
    if (given.filter) await assertLabelsOfProject(sql, given.filter, integration.projectId);
    return insertSend(sql, integration.id, filter);
  });
  await advanceSend(ctx, send.id).catch((error: unknown) => {
    ctx.logger.warn({ err: error, sendId: send.id }, 'send not started; the job starts it');
  });
  return readSend(ctx, send.id);
}

async function insertSend(sql: Queryable, integrationId: string, filter: IntegrationFilter): Promise<SendRow> {
  const id = newId();
  await INSERT.run(sql, { id, integrationId, filter: JSON.stringify(filter) });
  await COUNT.run(sql, { id });
  const row = await READ.first(sql, { id });
  return row as SendRow;
}

export async function readSend(ctx: Context<'pool'>, id: string): Promise<SendRecord> {
  const rows = await READ.rows(ctx.services.pool, { id });
  const [send] = await withProgress(ctx.services.pool, rows);
  return send as SendRecord;
}
