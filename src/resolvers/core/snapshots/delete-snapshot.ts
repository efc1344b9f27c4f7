import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { KEYS_OF_SNAPSHOT } from '../../platform/objects/uses.ts';
import { keepElementCrops } from '../reanchoring/keep-element-crops.ts';
import { requireSnapshot } from './require-snapshot.ts';

const DELETE = statement(
  'delete-snapshot/delete',
  `DELETE FROM snapshots WHERE id = $id RETURNING ${KEYS_OF_SNAPSHOT} AS keys`,
).narrow<{ keys: (string | null)[] }>();

/**
 * Deletes a snapshot with its comparisons and, after the response, its image unless another
 * snapshot shares it. Annotations keep a crop of their element.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteSnapshot(
  ctx: Context<'objects' | 'pool' | 'runInBackground' | 'stopping' | 'wakeRelay'>,
  id: string,
): Promise<{ id: string }> {
  const { projectId, organizationId } = await requireSnapshot(ctx, id, 'snapshot.delete');
  const keys = await inTransaction(ctx.services.pool, async (sql) => {
    const rows = await DELETE.rows(sql, { id });
    if (!rows[0]) throw notFound('Snapshot');
    const type = 'snapshot.deleted';
    await recordEvent(sql, { type, organizationId, projectId, snapshotId: id, data: NO_EVENT_DATA });
    return rows[0].keys;
  });
  ctx.services.wakeRelay();
  // The snapshot is deleted even if the storage fails; the object sweep removes what is left there.
  ctx.services.runInBackground('delete snapshot objects', async () => {
    await keepElementCrops(ctx, keys);
    await freeObjects(ctx, keys);
  });
  return { id };
}
