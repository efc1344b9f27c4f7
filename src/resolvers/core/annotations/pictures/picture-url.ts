import type { Context } from '../../../../context.ts';
import { notFound } from '../../../../errors.ts';
import { idOfShort, shortId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { refusedUrl, type StoredObject } from '../../../platform/objects/open-object.ts';

/** Annotation, as it is read; results that an earlier version stored lack the key. */
interface Pictured {
  id: string;
  pictureKey?: string | null;
}

/**
 * Signed URL of an annotation's picture; null without one. It names the annotation, which is
 * shorter than the key of the object, and ends with it.
 */
export const pictureUrlOf = (ctx: Context<'objectUrls'>, { id, pictureKey }: Pictured): string | null =>
  pictureKey ? ctx.services.objectUrls.shortUrlOf(shortId(id)) : null;

const FIND = statement(
  'picture-url/find',
  `SELECT o.key, o.size, o.content_type AS "contentType"
  FROM annotations a
  JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
  JOIN stored_objects o ON o.key = a.picture_key
 WHERE a.id = $id AND a.deleted_at IS NULL`,
);

/**
 * Finds the picture of such a URL.
 *
 * @param query of the URL, without its question mark
 * @returns the object, and the seconds until the URL expires
 * @throws FORBIDDEN for an expired or changed URL
 * @throws NOT_FOUND, also after the deletion of the annotation
 */
export async function findPicture(
  ctx: Context<'objectUrls' | 'pool'>,
  name: string,
  query: string,
): Promise<{ object: StoredObject; secondsLeft: number }> {
  const id = idOfShort(name);
  if (id === undefined) throw notFound('Object');
  const secondsLeft = ctx.services.objectUrls.secondsLeftOfShort(name, query);
  if (secondsLeft === undefined) throw refusedUrl('annotation');
  const object = await FIND.first(ctx.services.pool, { id });
  if (!object) throw notFound('Object');
  return { object, secondsLeft };
}
