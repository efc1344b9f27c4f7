import { type Annotation, Prisma } from '../../../generated/prisma/client.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** Nobody, where it is a former member who is still to be unassigned (unassign-member.ts). */
const ASSIGNEE = `CASE WHEN a.assignee_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM unassignments u JOIN projects of ON of.organization_id = u.organization_id
     WHERE u.user_id = a.assignee_id AND of.id = a.project_id) THEN a.assignee_id END AS "assigneeId"`;

/** The select list for `FROM annotations a`, of an Annotation. */
export const ANNOTATION_COLUMNS = `${selectList(Prisma.AnnotationScalarFieldEnum, { alias: 'a', without: ['assigneeId'] })}, ${ASSIGNEE}`;

/** An annotation that is locked for a change, and whom it is stored to be assigned to. */
export type LockedAnnotation = Annotation & { storedAssigneeId: string | null };

/** The select list for `FROM annotations a`, of a LockedAnnotation. */
export const LOCKED_ANNOTATION_COLUMNS = `${ANNOTATION_COLUMNS}, a.assignee_id AS "storedAssigneeId"`;
