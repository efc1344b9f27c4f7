import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { CAN_BE_ASSIGNED } from '../../../core/annotations/assignable.ts';
import { lockAnnotations } from '../../../core/annotations/change-annotation.ts';
import type { LockedAnnotation } from '../../../core/annotations/columns.ts';
import { statusChange } from '../../../core/annotations/set-annotation-status.ts';
import { writeChange } from '../../../core/annotations/write-change.ts';
import {
  type AssignmentEventData,
  reopenedEventData,
  type StatusEventData,
} from '../../../platform/events/event-types.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { JudgedLook } from './judge-looks.ts';

const END = statement(
  'reopen-regressed/end',
  `UPDATE guards SET state = 'returned', ended_at = now(), checked_at = now() WHERE id = ANY($guardIds::uuid[]) AND state = 'active'`,
);

/**
 * The member or service account that resolved an annotation last, if it can be assigned still.
 * Locks the membership.
 */
const RESOLVER = statement(
  'reopen-regressed/resolver',
  `SELECT m.user_id AS id FROM memberships m JOIN projects p ON p.id = $projectId AND p.organization_id = m.organization_id
  WHERE ${CAN_BE_ASSIGNED} AND m.user_id = (
    SELECT h.actor_id FROM annotation_history h
     WHERE h.annotation_id = $id AND h.kind = 'status' AND h.after = '"resolved"'::jsonb ORDER BY h.created_at DESC, h.id DESC LIMIT 1)
  FOR KEY SHARE OF m`,
);

interface Subject {
  organizationId: string;
  projectId: string;
  environmentId: string;
  deploymentId: string;
}

/**
 * Ends the guards whose reported look is back, reopens their annotations and assigns them to those
 * who resolved them.
 */
export async function reopenRegressed(sql: Queryable, subject: Subject, looks: readonly JudgedLook[]): Promise<void> {
  const returned = looks.filter(({ guard, verdict }) => guard.isHere && verdict.verdict === 'regressed');
  if (returned.length === 0) return;
  await END.run(sql, { guardIds: returned.map(({ guard }) => guard.guardId) });
  const annotations = await lockAnnotations(
    sql,
    returned.map(({ guard }) => guard.annotationId),
  );
  for (const annotation of annotations) {
    if (annotation.status === 'resolved') await reopen(sql, subject, annotation);
  }
}

async function reopen(sql: Queryable, subject: Subject, annotation: LockedAnnotation): Promise<void> {
  const { organizationId, projectId, environmentId, deploymentId } = subject;
  const change = statusChange(annotation, 'open');
  if (!change) return;
  const resolver = await RESOLVER.first(sql, { id: annotation.id, projectId });
  const before = { ...annotation, organizationId };
  const data: StatusEventData = { status: 'open', from: annotation.status, isRegression: true };
  const event = { ...change.event, data: JSON.stringify(data) };
  const reopened = await writeChange(sql, before, { ...change, event }, null);
  if (resolver && resolver.id !== reopened.assigneeId) {
    const assignment: AssignmentEventData = { assigneeId: resolver.id };
    await writeChange(
      sql,
      { ...before, ...reopened, organizationId },
      {
        data: assignment,
        history: { kind: 'assignee', before: reopened.assigneeId, after: resolver.id },
        event: { type: 'annotation.updated', data: JSON.stringify(assignment) },
      },
      null,
    );
  }
  const { id: annotationId, visibility } = annotation;
  await recordEvent(sql, {
    type: 'annotation.reopened',
    organizationId,
    projectId,
    annotationId,
    visibility,
    data: reopenedEventData(annotation, { deploymentId, environmentId }),
  });
}
