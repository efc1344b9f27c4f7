import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { requireAnnotation } from './require-annotation.ts';

const HIDE = `UPDATE annotations SET deleted_at = now(), updated_at = ${monotonicNow('updated_at')}
  WHERE id = $1 AND deleted_at IS NULL`;

/**
 * Deletes an annotation, immediately for everyone. The retention job removes its data after 30
 * days.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function deleteAnnotation(ctx: Context<'pool' | 'wakeRelay'>, id: string): Promise<{ id: string }> {
  const { organizationId, projectId, visibility } = await requireAnnotation(ctx, id, 'annotation.change');
  await inTransaction(ctx.services.pool, async (sql) => {
    const { rowCount } = await sql.query(HIDE, [id]);
    if (rowCount === 0) throw notFound('Annotation');
    const type = 'annotation.deleted';
    await recordEvent(sql, { type, organizationId, projectId, annotationId: id, visibility, data: NO_EVENT_DATA });
  });
  ctx.services.wakeRelay();
  return { id };
}
