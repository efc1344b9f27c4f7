import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { AssignmentEventData } from '../../platform/events/event-types.ts';
import { ASSIGNEE_RULE, CAN_BE_ASSIGNED } from './assignable.ts';
import { changeAnnotation } from './change-annotation.ts';

/**
 * Locks the membership: a member removed concurrently is either rejected here or unassigned there.
 */
const CAN_ASSIGN = statement(
  'assign-annotation/can-assign',
  `SELECT FROM memberships m JOIN projects p ON p.id = $projectId
  WHERE m.organization_id = p.organization_id AND m.user_id = $assigneeId AND ${CAN_BE_ASSIGNED}
  FOR KEY SHARE OF m`,
);

/**
 * Assigns an annotation to a member who has the project, or to a service account; null unassigns.
 *
 * @throws BAD_USER_INPUT for any other user
 */
export function assignAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  assigneeId: string | null | undefined,
): Promise<Annotation> {
  return changeAnnotation(ctx, id, async (before, sql) => {
    if (assigneeId === undefined) throw badField('assigneeId', 'is required; null unassigns', 'required');
    if (before.assigneeId === assigneeId) return null;
    if (assigneeId !== null) {
      if (!isId(assigneeId)) throw badField('assigneeId', 'must be a UUID, or null to unassign');
      const { rowCount } = await CAN_ASSIGN.run(sql, { projectId: before.projectId, assigneeId });
      if (rowCount === 0) throw badField('assigneeId', ASSIGNEE_RULE);
    }
    return {
      data: { assigneeId },
      history: { kind: 'assignee', before: before.assigneeId, after: assigneeId },
      event: { type: 'annotation.updated', data: JSON.stringify({ assigneeId } satisfies AssignmentEventData) },
    };
  });
}
