import type { Context } from '../../../../context.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../../platform/pagination/cursor-page.ts';
import { requireIntegration } from '../require-integration.ts';
import { requireSend, SEND_COLUMNS, type SendRecord, type SendRow, withProgress } from './annotation-send.ts';

/**
 * Reads one send with its progress.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getSend(ctx: Context<'pool'>, id: string): Promise<SendRecord> {
  const [send] = await withProgress(ctx.services.pool, [await requireSend(ctx, id)]);
  return send as SendRecord;
}

/**
 * Lists the sends of an integration, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listSends(
  ctx: Context<'pool'>,
  integrationId: string,
  page: Page,
): Promise<PageRows<SendRecord>> {
  const integration = await requireIntegration(ctx, integrationId);
  const { pool } = ctx.services;
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await pool.query<SendRow>(
    `SELECT ${SEND_COLUMNS} FROM annotation_sends s WHERE integration_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [integration.id, ...clause.values],
  );
  const { rows: sends, hasMore } = pageRows(rows, page);
  return { rows: await withProgress(pool, sends), hasMore };
}
