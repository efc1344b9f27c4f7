import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { requireUser, viaOf } from '../../platform/policies/access.ts';
import { LOCKED_ANNOTATION_COLUMNS, type LockedAnnotation } from './columns.ts';
import { requireAnnotation } from './require-annotation.ts';
import { isVisitor } from './visitor-tokens.ts';
import { type AnnotationChange, writeChange } from './write-change.ts';

const LOCK = statement(
  'change-annotation/lock',
  `SELECT ${LOCKED_ANNOTATION_COLUMNS} FROM annotations a
  WHERE a.id = ANY($ids::uuid[]) AND a.deleted_at IS NULL ORDER BY a.id FOR NO KEY UPDATE`,
  { prepared: true },
);

/** Locks annotations in the order of their ids, like every statement that locks several. */
export const lockAnnotations = (sql: Queryable, ids: readonly string[]): Promise<LockedAnnotation[]> =>
  LOCK.rows(sql, { ids });

/**
 * Changes an annotation under a row lock, with its history and its event, in one transaction.
 *
 * @param decide returns the change for the current row; null if there is nothing to change
 * @param prepare runs first, for locks that must precede that of the row
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function changeAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  decide: (before: Annotation, sql: Queryable, organizationId: string) => Promise<AnnotationChange | null>,
  prepare?: (sql: Queryable, projectId: string) => Promise<void>,
): Promise<Annotation> {
  const { organizationId, projectId } = await requireAnnotation(ctx, id, 'annotation.change');
  const actorId = requireUser(ctx);
  return changeLocked(ctx, { id, organizationId, actorId }, decide, (sql) => prepare?.(sql, projectId));
}

/** An annotation to change, and the user who changes it; null for a visitor. */
interface Change {
  id: string;
  organizationId: string;
  actorId: string | null;
}

/**
 * Same as `changeAnnotation`, without checking the role.
 *
 * @throws NOT_FOUND
 */
export async function changeLocked(
  ctx: Context<'pool' | 'wakeRelay'>,
  { id, organizationId, actorId }: Change,
  decide: (before: Annotation, sql: Queryable, organizationId: string) => Promise<AnnotationChange | null>,
  prepare?: (sql: Queryable) => Promise<void> | undefined,
): Promise<Annotation> {
  const result = await inTransaction(ctx.services.pool, async (sql) => {
    await prepare?.(sql);
    const [before] = await lockAnnotations(sql, [id]);
    if (!before) throw notFound('Annotation');
    const change = await decide(before, sql, organizationId);
    const by = { via: viaOf(ctx), byVisitor: isVisitor(ctx) };
    return change ? writeChange(sql, { ...before, organizationId }, change, actorId, by) : before;
  });
  ctx.services.wakeRelay();
  return result;
}
