import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { advanceSend } from './advance-sends.ts';
import { requireSend, type SendRecord } from './annotation-send.ts';
import { readSend } from './send-annotations.ts';

const CANCEL = statement(
  'cancel-send/cancel',
  `UPDATE annotation_sends SET status = 'canceled' WHERE id = $id AND finished_at IS NULL`,
);

/**
 * Cancels the rest of a send. A request in progress may still succeed. A finished send stays as it
 * is.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function cancelSend(
  ctx: Context<'config' | 'pool' | 'publishDeliveries' | 'wakeDeliveries'>,
  id: string,
): Promise<SendRecord> {
  await requireSend(ctx, id, 'integration.manage');
  await CANCEL.run(ctx.services.pool, { id });
  await advanceSend(ctx, id);
  return readSend(ctx, id);
}
