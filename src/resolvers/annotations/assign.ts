import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import type { Annotation } from '../../generated/prisma/client.ts';
import { isId } from '../../infrastructure/ids.ts';
import { changeAnnotation, NO_EVENT_DATA } from './change-annotation.ts';

/** Assigns a member of the project's organization; null unassigns. @throws BAD_USER_INPUT for anyone else */
export function assignAnnotation(ctx: Context, id: string, assigneeId: string | null | undefined): Promise<Annotation> {
  return changeAnnotation(ctx, id, async (before, tx, organizationId) => {
    if (assigneeId === undefined) throw badInput('assigneeId: is required; null unassigns');
    if (assigneeId !== null) {
      if (!isId(assigneeId)) throw badInput('assigneeId: must be a UUID, or null to unassign');
      const membership = await tx.membership.findUnique({
        where: { organizationId_userId: { organizationId, userId: assigneeId } },
        select: { id: true },
      });
      if (!membership) throw badInput("assigneeId: must be a member of the project's organization");
    }
    if (before.assigneeId === assigneeId) return null;
    return {
      data: { assigneeId },
      history: { kind: 'assignee', before: before.assigneeId, after: assigneeId },
      event: { type: 'annotation.updated', data: NO_EVENT_DATA },
    };
  });
}
