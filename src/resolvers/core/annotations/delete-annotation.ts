import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA, withChange } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { viaOf } from '../../platform/policies/access.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { requireAnnotation } from './require-annotation.ts';
import { isVisitor, requireVisitorThread } from './visitor-tokens.ts';

const HIDE = `UPDATE annotations SET deleted_at = now(), updated_at = ${monotonicNow('updated_at')}
  WHERE id = $1 AND deleted_at IS NULL`;

/**
 * Deletes an annotation, immediately for everyone. The retention job removes its data after 30
 * days.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function deleteAnnotation(ctx: Context<'pool' | 'wakeRelay'>, id: string): Promise<{ id: string }> {
  const annotation = await requireAnnotation(ctx, id, 'annotation.delete');
  if (!(await hide(ctx, annotation, HIDE))) throw notFound('Annotation');
  return { id };
}

/** Visitors do not learn of internal replies, so these do not prevent the deletion. */
const HIDE_WITHOUT_REPLY = `${HIDE} AND comment_count = internal_comment_count AND visibility = 'public'`;

/**
 * Deletes a visitor's annotation before its first public reply.
 *
 * @throws CONFLICT after the first reply
 * @throws the errors of `requireVisitorThread`
 */
export async function deletePublicAnnotation(ctx: Context<'pool' | 'wakeRelay'>, id: string): Promise<{ id: string }> {
  const annotation = await requireVisitorThread(ctx, id);
  if (await hide(ctx, annotation, HIDE_WITHOUT_REPLY)) return { id };
  throw conflict('The annotation has a reply, or was deleted meanwhile; ask for the deletion in a reply');
}

/** @returns whether the statement deleted the annotation */
async function hide(
  ctx: Context<'pool' | 'wakeRelay'>,
  { id, organizationId, projectId, visibility }: Annotation & { organizationId: string },
  statement: string,
): Promise<boolean> {
  const isDeleted = await inTransaction(ctx.services.pool, async (sql) => {
    if ((await sql.query(statement, [id])).rowCount === 0) return false;
    const type = 'annotation.deleted';
    const actorId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
    const subject = { organizationId, projectId, annotationId: id, visibility };
    const data = withChange(NO_EVENT_DATA, { via: viaOf(ctx), byVisitor: isVisitor(ctx) });
    await recordEvent(sql, { type, ...subject, actorId, data });
    return true;
  });
  if (isDeleted) ctx.services.wakeRelay();
  return isDeleted;
}
