import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { contentDisposition } from '../../../lib/content-disposition.ts';
import type { StoredObject } from '../../platform/objects/open-object.ts';
import type { Audience } from '../annotations/visibility.ts';
import { FILE_VISIBILITY } from './attachment-row.ts';

/** A deleted annotation keeps its rows for 30 days. */
const FIND = statement(
  'find-attached-object/find',
  `SELECT o.key, o.size, o.content_type AS "contentType", f.name
  FROM attachments f
  JOIN stored_objects o ON o.key = f.object_key
  JOIN annotations a ON a.id = f.annotation_id AND a.deleted_at IS NULL
  JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
 LEFT JOIN comments c ON c.id = f.comment_id
 WHERE f.id = $id AND ($isMember OR ${FILE_VISIBILITY} = 'public')`,
);

/** Endings of names, by content type; the first one is added to other names. */
const ENDINGS: Record<string, string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log', 'csv', 'md', 'json', 'har'],
};

/**
 * Finds the stored file of an attachment, with its header Content-Disposition.
 *
 * @throws NOT_FOUND, also after the deletion of its comment, and for outsiders if it is internal
 */
export async function findAttachedObject(
  ctx: Context<'pool'>,
  { id, audience }: { id: string; audience: Audience },
): Promise<StoredObject & { disposition: string }> {
  const found = await FIND.first(ctx.services.pool, { id, isMember: audience === 'members' });
  if (!found) throw notFound('Attachment');
  const { name, ...object } = found;
  return { ...object, disposition: dispositionOf(object, name) };
}

/** Browsers show pictures and save other files. The ending of a name is that of its type. */
function dispositionOf({ contentType }: StoredObject, name: string): string {
  const type = contentType.replace(/;.*/, '');
  const endings = ENDINGS[type] ?? ['bin'];
  const hasEnding = endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return contentDisposition(
    type.startsWith('image/') ? 'inline' : 'attachment',
    hasEnding ? name : `${name}.${endings[0]}`,
  );
}
