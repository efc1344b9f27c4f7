import { type Annotation, Prisma } from '../../../generated/prisma/client.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { drawnIn } from './pictures/read-picture.ts';

/** Null for a former member whose annotations are still being unassigned (unassign-member.ts). */
export const ASSIGNEE_ID = `CASE WHEN a.assignee_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM unassignments u JOIN projects of ON of.organization_id = u.organization_id
     WHERE u.user_id = a.assignee_id AND of.id = a.project_id) THEN a.assignee_id END`;

/** Columns that a list leaves out unless the reader asks for what they hold, by name. */
export const DETAILS = {
  metadata: 'metadata',
  domFingerprint: 'dom_fingerprint',
  latestFingerprint: 'latest_fingerprint',
  anchorCandidates: 'anchor_candidates',
} as const;

export type Detail = keyof typeof DETAILS;

/** Metadata that lists keep: whether the author drew on the picture. */
const DRAWN = `CASE WHEN ${drawnIn('a')} THEN '{"diagnostics": {"drawn": true}}'::jsonb ELSE '{}' END AS metadata`;

/** Select list of an Annotation for `FROM annotations a`, without some details. */
export function annotationColumns(without: readonly Detail[] = []): string {
  const columns = selectList(Prisma.AnnotationScalarFieldEnum, { alias: 'a', without: ['assigneeId', ...without] });
  return [columns, `${ASSIGNEE_ID} AS "assigneeId"`, ...(without.includes('metadata') ? [DRAWN] : [])].join(', ');
}

export const ANNOTATION_COLUMNS = annotationColumns();

/** An annotation locked for a change, with the stored assignee. */
export type LockedAnnotation = Annotation & { storedAssigneeId: string | null };

/** Select list of a LockedAnnotation for `FROM annotations a`. */
export const LOCKED_ANNOTATION_COLUMNS = `${ANNOTATION_COLUMNS}, a.assignee_id AS "storedAssigneeId"`;

/** Select list of comments. */
export const COMMENT_COLUMNS = selectList(Prisma.CommentScalarFieldEnum);

/** Select list of changes in the history of annotations. */
export const HISTORY_COLUMNS = selectList(Prisma.AnnotationHistoryScalarFieldEnum);

/** Position within the status column: new annotations first unless they were moved. */
export const RANK = 'coalesce(a.rank, -a.number)';

/** Same as `RANK`, of a row that was read. */
export const rankOf = ({ rank, number }: Pick<Annotation, 'rank' | 'number'>): number => rank ?? -number;
