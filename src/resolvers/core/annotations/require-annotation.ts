import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { STANDING, type Standing } from '../../platform/policies/access.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { requireRow } from '../../policies/require-row.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';

export type AnnotationAccess = Annotation & { organizationId: string } & Standing;

const FOR_USER = {
  name: 'annotation-for-user',
  text: `SELECT ${ANNOTATION_COLUMNS}, p.organization_id AS "organizationId", ${STANDING}
           FROM annotations a
           JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
           JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $2
          WHERE a.id = $1 AND a.deleted_at IS NULL`,
};

/**
 * The annotation, when the calling user may do `action` with it.
 * @throws UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for another tenant's annotation as for none and for a malformed id
 */
export const requireAnnotation = (ctx: Context, id: string, action: Action): Promise<AnnotationAccess> =>
  requireRow<AnnotationAccess>(ctx, { what: 'Annotation', id, query: FOR_USER, action });
