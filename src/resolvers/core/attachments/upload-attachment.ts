import type { Context } from '../../../context.ts';
import { AppError, conflict, notFound } from '../../../errors.ts';
import type { Attachment, Visibility } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { storeObjects } from '../../platform/objects/store-objects.ts';
import { INCLUDES_PROJECT } from '../../platform/policies/access.ts';
import { rolesThatCan } from '../../platform/policies/roles.ts';
import { countAgainst } from '../../platform/quotas/call-limits.ts';
import { consumePixelQuota, consumeUploadQuota } from '../annotations/annotation-quota.ts';
import { ATTACHMENT_COLUMNS, FILE_VISIBILITY, uploadPath } from './attachment-row.ts';
import { assertBelowLimit } from './create-attachment.ts';
import { contentTypeOf, readFile } from './read-file.ts';

/** A file of an internal annotation is internal, whatever its reply is. */
const FIND = statement(
  'upload-attachment/find',
  `SELECT f.id, f.annotation_id AS "annotationId", f.comment_id AS "commentId",
    f.content_type AS "contentType", f.expires_at AS "expiresAt", f.uploaded_at AS "uploadedAt",
    p.organization_id AS "organizationId", p.id AS "projectId",
    f.by_visitor AS "byVisitor", CASE WHEN f.comment_id IS NULL THEN a.author_id ELSE c.author_id END AS "authorId",
    ${FILE_VISIBILITY} AS "visibility!"
  FROM attachments f
  JOIN annotations a ON a.id = f.annotation_id AND a.deleted_at IS NULL
  JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
  LEFT JOIN comments c ON c.id = f.comment_id
 WHERE f.id = $id`,
);

/** Whether the member, with the access token if any, or the visitor may still attach the file. */
const MAY_ATTACH = statement(
  'upload-attachment/may-attach',
  `SELECT FROM attachments f
  JOIN annotations a ON a.id = f.annotation_id JOIN projects p ON p.id = a.project_id
  LEFT JOIN comments c ON c.id = f.comment_id
 WHERE f.id = $id AND CASE WHEN f.by_visitor THEN p.public_feedback ELSE
   EXISTS (SELECT FROM memberships m WHERE m.organization_id = p.organization_id AND m.role = ANY($roles::"Role"[])
      AND m.user_id = CASE WHEN f.comment_id IS NULL THEN a.author_id ELSE c.author_id END AND ${INCLUDES_PROJECT})
   AND (f.via IS NULL OR EXISTS (SELECT FROM access_tokens t
      WHERE t.id = f.via AND t.revoked_at IS NULL AND t.expires_at > now()
        AND (t.all_projects OR EXISTS (SELECT FROM access_token_projects tp
          WHERE tp.access_token_id = t.id AND tp.project_id = p.id)))) END`,
);

/** Concurrent uploads to a thread wait for one another, so that none exceeds the limit. */
const LOCK_THREAD = statement(
  'upload-attachment/lock-thread',
  'SELECT visibility FROM annotations WHERE id = $annotationId AND deleted_at IS NULL FOR NO KEY UPDATE',
);

const COMPLETE = statement(
  'upload-attachment/complete',
  `UPDATE attachments SET object_key = $objectKey, size = $size, content_type = $contentType, uploaded_at = now()
  WHERE id = $id AND uploaded_at IS NULL RETURNING ${ATTACHMENT_COLUMNS}`,
);

/** Uploads that a URL accepts, failed ones included: decoding pictures is costly. */
const TRIES = { what: 'uploads to this URL', limit: 10, windowMs: HOUR_MS };

const NEW_URL = 'create the attachment again for a new URL';

/**
 * Stores the file of an attachment. The signed URL replaces other credentials, and is used up by a
 * successful upload.
 *
 * @param read reads the body; called once the upload is permitted
 * @throws FORBIDDEN for an expired or changed URL, or once its access ended
 * @throws NOT_FOUND after the deletion of the comment
 * @throws CONFLICT for a second upload, or if the comment has ten files
 * @throws BAD_USER_INPUT for a file of another type
 * @throws RATE_LIMITED after ten tries, or over the visitors' quota
 * @throws UNAVAILABLE if too many pictures wait
 */
export async function uploadAttachment(
  ctx: Context<'annotationQuota' | 'links' | 'objects' | 'pool' | 'rateLimitStore' | 'wakeRelay'>,
  { id, query }: { id: string; query: URLSearchParams },
  read: () => Promise<Uint8Array>,
): Promise<Attachment & { visibility: Visibility }> {
  if (!isId(id) || !ctx.services.links.verify(uploadPath(id), query)) throw expired();
  await countAgainst(ctx, `upload:${id}`, TRIES);
  const awaited = await FIND.first(ctx.services.pool, { id });
  if (!awaited) throw notFound('Attachment');
  if (awaited.uploadedAt) throw usedUp();
  if (awaited.expiresAt.getTime() <= Date.now()) throw expired();
  await assertMayAttach(ctx.services.pool, id);
  const bytes = await read();
  if (awaited.byVisitor) await consumeUploadQuota(ctx, awaited.projectId, bytes.length);
  const file = await readFile(bytes, awaited.contentType, {
    organizationId: awaited.organizationId,
    isMember: !awaited.byVisitor,
    ...(ctx.signal && { signal: ctx.signal }),
    countPixels: async (pixels) => {
      if (awaited.byVisitor) await consumePixelQuota(ctx, awaited.projectId, pixels);
    },
  });
  const stored = await storeObjects(ctx.services, [file], async (sql, [key]) => {
    const { annotationId, organizationId, projectId, authorId: actorId } = awaited;
    const thread = await LOCK_THREAD.first(sql, { annotationId });
    if (!thread) throw notFound('Attachment');
    const visibility = thread.visibility === 'internal' ? 'internal' : awaited.visibility;
    await assertMayAttach(sql, id);
    await assertBelowLimit(sql, awaited);
    const values = { id, objectKey: key, size: file.bytes.length, contentType: contentTypeOf(file) };
    const row = await COMPLETE.first(sql, values);
    if (!row) throw usedUp();
    const type = 'annotation.updated';
    await recordEvent(sql, { type, organizationId, projectId, annotationId, visibility, actorId, data: NO_EVENT_DATA });
    return { ...row, visibility };
  });
  ctx.services.wakeRelay();
  return stored;
}

/** @throws FORBIDDEN */
async function assertMayAttach(sql: Queryable, id: string): Promise<void> {
  const { rowCount } = await MAY_ATTACH.run(sql, { id, roles: rolesThatCan('comment.create') });
  if (rowCount === 1) return;
  throw new AppError(
    'FORBIDDEN',
    'The access with which this upload URL was created has ended; attach the file again with access to the project',
  );
}

const expired = () => new AppError('FORBIDDEN', `The upload URL has expired or was changed; ${NEW_URL}`);

const usedUp = () => conflict(`The file was uploaded already; ${NEW_URL}`);
