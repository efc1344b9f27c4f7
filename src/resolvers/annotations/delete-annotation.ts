import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { NO_EVENT_DATA } from './change-annotation.ts';
import { requireAnnotation } from './find-annotation.ts';

/** Hides the annotation at once; the retention job removes it 30 days later. @throws NOT_FOUND, FORBIDDEN */
export async function deleteAnnotation(ctx: Context, id: string): Promise<{ id: string }> {
  const { organizationId, projectId } = await requireAnnotation(ctx, id, 'annotation.change');
  await ctx.services.db.$transaction(async (tx) => {
    const { count } = await tx.annotation.updateMany({
      where: { id, deletedAt: null },
      data: { deletedAt: new Date() },
    });
    if (count === 0) throw notFound('Annotation');
    await recordEvent(tx, {
      type: 'annotation.deleted',
      data: NO_EVENT_DATA,
      organizationId,
      projectId,
      annotationId: id,
    });
  });
  ctx.services.nudgeRelay();
  return { id };
}
