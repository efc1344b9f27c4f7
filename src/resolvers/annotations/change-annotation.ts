import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Annotation, HistoryKind, Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../infrastructure/database.ts';
import { newId } from '../../infrastructure/ids.ts';
import type { NewEvent } from '../events/event-types.ts';
import { recordEvent } from '../events/record-event.ts';
import { requireUser } from '../policies/access.ts';
import { requireAnnotation } from './find-annotation.ts';

/** What a change writes: the columns, its line in the history, its event. */
export interface AnnotationChange {
  data: Prisma.AnnotationUncheckedUpdateInput;
  history: { kind: HistoryKind; before: Prisma.InputJsonValue | null; after: Prisma.InputJsonValue | null };
  event: Pick<NewEvent, 'type' | 'data'>;
}

/** The data of events that only live updates read: they name the annotation in its column. */
export const NO_EVENT_DATA = '{}';

/**
 * Changes one annotation under a row lock, with its history and its event, in one transaction.
 * @param decide sees the present row; null means that there is nothing to change, and nothing is written
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function changeAnnotation(
  ctx: Context,
  id: string,
  decide: (before: Annotation, tx: Transaction, organizationId: string) => Promise<AnnotationChange | null>,
): Promise<Annotation> {
  const { organizationId } = await requireAnnotation(ctx, id, 'annotation.change');
  const actorId = requireUser(ctx);
  const result = await ctx.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM annotations WHERE id = ${id}::uuid FOR UPDATE`;
    const before = await tx.annotation.findUnique({ where: { id } });
    if (!before || before.deletedAt) throw notFound('Annotation');
    const change = await decide(before, tx, organizationId);
    if (!change) return before;
    const after = await tx.annotation.update({ where: { id }, data: change.data });
    const { kind, before: was, after: is } = change.history;
    await tx.annotationHistory.create({
      data: { id: newId(), annotationId: id, actorId, kind, before: was ?? undefined, after: is ?? undefined },
    });
    await recordEvent(tx, { ...change.event, organizationId, projectId: before.projectId, annotationId: id });
    return after;
  });
  ctx.services.nudgeRelay();
  return result;
}
