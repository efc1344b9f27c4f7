import type { CallContext, Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Visibility } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { requireThread, type Thread } from '../annotations/require-thread.ts';
import { audienceOf, isVisibleTo } from '../annotations/visibility.ts';
import { assertStillEditable } from '../annotations/visitor-tokens.ts';
import { FILE_VISIBILITY } from './attachment-row.ts';

interface FoundFile {
  key: string | null;
  /** Author of the annotation or the reply. */
  authorId: string | null;
  byVisitor: boolean;
  visibility: Visibility;
  /** Creation time of the annotation or the reply. */
  createdAt: Date;
}

const FIND = statement(
  'delete-attachment/find',
  `SELECT f.object_key AS key,
    CASE WHEN f.comment_id IS NULL THEN a.author_id ELSE c.author_id END AS "authorId",
    f.by_visitor AS "byVisitor", CASE WHEN f.comment_id IS NULL THEN a.created_at ELSE c.created_at END AS "createdAt!",
    ${FILE_VISIBILITY} AS "visibility!"
  FROM attachments f JOIN annotations a ON a.id = f.annotation_id LEFT JOIN comments c ON c.id = f.comment_id
 WHERE f.id = $id AND f.annotation_id = $annotationId FOR UPDATE OF f`,
);

/**
 * Deletes a file of a comment and, after the response, its object unless another row shares it. A
 * visitor deletes own files as long as the text may be changed.
 *
 * @throws NOT_FOUND
 * @throws FORBIDDEN for a file of another's comment without the permission to moderate, or for a
 *   visitor after 15 minutes
 */
export async function deleteAttachment(
  ctx: Context<'objects' | 'pool' | 'runInBackground' | 'stopping' | 'wakeRelay'>,
  annotationId: string,
  id: string,
): Promise<{ id: string }> {
  const thread = await requireThread(ctx, annotationId, 'comment.change');
  const { organizationId, projectId, userId } = thread;
  if (!isId(id)) throw notFound('Attachment');
  const key = await inTransaction(ctx.services.pool, async (sql) => {
    const file = await FIND.first(sql, { id, annotationId });
    if (!file || !isVisibleTo(audienceOf(ctx), file)) throw notFound('Attachment');
    assertMayDelete(ctx, thread, file);
    await deleteRow(sql, 'attachments', id);
    const { visibility } = file;
    const type = 'annotation.updated';
    await recordEvent(sql, {
      type,
      organizationId,
      projectId,
      annotationId,
      visibility,
      actorId: userId,
      data: NO_EVENT_DATA,
    });
    return file.key;
  });
  ctx.services.wakeRelay();
  // The row is deleted even if the storage fails; the object sweep removes what is left there.
  ctx.services.runInBackground('delete attachment object', async () => {
    await freeObjects(ctx, [key]);
  });
  return { id };
}

/** @throws FORBIDDEN */
function assertMayDelete(ctx: CallContext, { userId, role }: Thread, file: FoundFile): void {
  if (userId !== null) {
    if (file.authorId !== userId) assertCan(ctx, role, 'comment.moderate');
    return;
  }
  if (!file.byVisitor) throw new AppError('FORBIDDEN', 'A visitor may delete own files only; ask for it in a reply');
  assertStillEditable(file);
}
