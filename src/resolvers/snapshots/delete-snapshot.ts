import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { newId } from '../../infrastructure/ids.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import { NO_EVENT_DATA } from '../annotations/change-annotation.ts';
import { freeObjects } from '../objects/free-objects.ts';
import { KEYS_OF_SNAPSHOT } from '../objects/uses.ts';
import { keepElements } from '../rebinding/keep-elements.ts';
import { requireSnapshot } from './find-snapshot.ts';

/**
 * Removes a snapshot with its comparisons, and its image unless another snapshot has the same. Of the image, annotations keep their
 * element. @throws FORBIDDEN, NOT_FOUND
 */
export async function deleteSnapshot(ctx: Context, id: string): Promise<{ id: string }> {
  const { projectId, organizationId } = await requireSnapshot(ctx, id, 'snapshot.delete');
  const keys = await inTransaction(ctx.services.pool, async (sql) => {
    const { rows } = await sql.query<{ keys: (string | null)[] }>(
      `DELETE FROM snapshots WHERE id = $1 RETURNING ${KEYS_OF_SNAPSHOT} AS keys`,
      [id],
    );
    if (!rows[0]) throw notFound('Snapshot');
    await sql.query(
      `INSERT INTO events (id, type, organization_id, project_id, snapshot_id, data)
       VALUES ($1, 'snapshot.deleted', $2, $3, $4, $5)`,
      [newId(), organizationId, projectId, id, NO_EVENT_DATA],
    );
    return rows[0].keys;
  });
  ctx.services.nudgeRelay();
  await keepElements(ctx, keys);
  await freeObjects(ctx, keys);
  return { id };
}
