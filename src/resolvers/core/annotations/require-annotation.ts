import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { MEMBERSHIP_CLAIMS } from '../../platform/policies/access.ts';
import { guard, ofProject, requireRow } from '../../platform/policies/require-row.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';
import { VISIBLE_TO_MEMBER } from './visibility.ts';

const COLUMNS = `${ANNOTATION_COLUMNS}, p.organization_id AS "organizationId"`;
const FROM = `annotations a ${ofProject('a.project_id')}`;

/** Loads an annotation if the user may perform `action` on it; guests see no internal ones. */
export const requireAnnotation = guard('require-annotation/for-user', {
  what: 'Annotation',
  columns: COLUMNS,
  from: FROM,
  where: `a.id = $id AND a.deleted_at IS NULL AND ${VISIBLE_TO_MEMBER}`,
});

/** An annotation with the user's role in its organization. */
export type AnnotationAccess = Awaited<ReturnType<typeof requireAnnotation>>;

const BY_NUMBER = statement(
  'require-annotation/by-number',
  `SELECT ${COLUMNS}, ${MEMBERSHIP_CLAIMS} FROM ${FROM}
    WHERE a.project_id = $id AND a.number = $number AND a.deleted_at IS NULL AND ${VISIBLE_TO_MEMBER}`,
  { prepared: true },
);

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
