import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS, type MembershipClaims } from '../../platform/policies/access.ts';
import { requireRow } from '../../platform/policies/require-row.ts';
import type { Action } from '../../platform/policies/roles.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';
import { VISIBLE_TO_MEMBER } from './visibility.ts';

/** An annotation with the user's role in its organization. */
export type AnnotationAccess = Annotation & { organizationId: string } & MembershipClaims;

const FOR_USER = statement(
  'require-annotation/for-user',
  `SELECT ${ANNOTATION_COLUMNS}, p.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
           FROM annotations a
           JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
           ${joinProjectMember('$userId')}
          WHERE a.id = $id AND a.deleted_at IS NULL AND ${VISIBLE_TO_MEMBER}`,
  { prepared: true },
);

const BY_NUMBER = statement(
  'require-annotation/by-number',
  `SELECT ${ANNOTATION_COLUMNS}, p.organization_id AS "organizationId", ${MEMBERSHIP_CLAIMS}
           FROM annotations a
           JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
           ${joinProjectMember('$userId')}
          WHERE a.project_id = $id AND a.number = $number AND a.deleted_at IS NULL AND ${VISIBLE_TO_MEMBER}`,
  { prepared: true },
);

/**
 * Loads an annotation if the user may perform `action` on it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 * @throws NOT_FOUND, also for an annotation of another organization, for a malformed id, and for a
 *   guest if it is internal
 */
export const requireAnnotation = (ctx: Context<'pool'>, id: string, action: Action): Promise<AnnotationAccess> =>
  requireRow(ctx, {
    what: 'Annotation',
    id,
    query: FOR_USER,
    action,
    scopeOf: ({ projectId }) => ({ projectId }),
  });

/**
 * Reads an annotation for a member.
 *
 * @throws the errors of `requireAnnotation`
 */
export const getAnnotation = (ctx: Context<'pool'>, id: string): Promise<AnnotationAccess> =>
  requireAnnotation(ctx, id, 'annotation.read');

/**
 * Reads the annotation with a number of a project for a member.
 *
 * @throws the errors of `requireAnnotation`
 */
export const getAnnotationByNumber = (
  ctx: Context<'pool'>,
  { projectId, number }: { projectId: string; number: number },
): Promise<AnnotationAccess> =>
  requireRow(ctx, {
    what: 'Annotation',
    id: projectId,
    query: { first: (pool, parameters) => BY_NUMBER.first(pool, { ...parameters, number }) },
    action: 'annotation.read',
    scopeOf: (annotation) => ({ projectId: annotation.projectId }),
  });
