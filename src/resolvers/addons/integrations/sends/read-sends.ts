import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../../platform/pagination/cursor-page.ts';
import { requireIntegration } from '../require-integration.ts';
import { requireSend, SEND_COLUMNS, type SendRecord, type SendRow, withProgress } from './annotation-send.ts';

/**
 * Reads one send with its progress.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function getSend(ctx: Context<'pool'>, id: string): Promise<SendRecord> {
  const [send] = await withProgress(ctx.services.pool, [await requireSend(ctx, id, 'integration.manage')]);
  return send as SendRecord;
}

const LIST = statement(
  'read-sends/list',
  `SELECT ${SEND_COLUMNS} FROM annotation_sends s WHERE integration_id = $integrationId ${NEWEST}`,
).narrow<Pick<SendRow, 'filter'>>();

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
  const { id } = await requireIntegration(ctx, integrationId, 'integration.manage');
  const { rows, hasMore } = await readNewest(ctx, LIST, page, { integrationId: id });
  return { rows: await withProgress(ctx.services.pool, rows), hasMore };
}
