import type { Context } from '../../../../context.ts';
import { notFound } from '../../../../errors.ts';
import { idOfShort, shortId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import {
  type DecodingTurn,
  type ImageFormat,
  ImageUnreadable,
  measureImage,
  reencodeImage,
  type SentImage,
} from '../../../../infrastructure/images/reencode-image.ts';
import { isJsonObject, type JsonObject } from '../../../platform/input/json-object.ts';
import { refusedUrl, type StoredObject } from '../../../platform/objects/open-object.ts';

const DATA_URL = /^data:image\/(webp|jpeg|png);base64,/;
/** Maximum size of a comment's picture: a large screen, as the overlay draws it. */
const MAX_PIXELS = 5_000_000;

export const PICTURE_EXPECTED =
  'must be the data URL of a PNG, JPEG or WebP picture, in base64, of at most 5 million pixels';

export const isPicture = (text: string): boolean => DATA_URL.test(text);

/** The picture that an annotation's metadata has as a data URL; null for other values. */
export function pictureIn(metadata: unknown): string | null {
  const picture = isJsonObject(metadata) && isJsonObject(metadata.diagnostics) && metadata.diagnostics.picture;
  return typeof picture === 'string' && DATA_URL.test(picture) ? picture : null;
}

/** Whether the author drew on the picture; false if the client did not say so. */
export const isDrawn = (metadata: unknown): boolean =>
  isJsonObject(metadata) && isJsonObject(metadata.diagnostics) && metadata.diagnostics.drawn === true;

/** SQL of the same for annotations of an alias. */
export const drawnIn = (alias: string): string =>
  `coalesce(${alias}.metadata #> '{diagnostics,drawn}' = 'true', false)`;

/** Pixels of a picture, a data URL; 0 without a readable one. */
export async function pixelsOf(picture: string | null): Promise<number> {
  const image = imageOf(picture ?? '');
  return image ? ((await orUndefined(measureImage(image))) ?? 0) : 0;
}

/**
 * Decodes a data URL and encodes its picture as WebP.
 *
 * @returns undefined if the picture is not readable or too large
 * @throws UNAVAILABLE if too many pictures wait
 */
export async function readPicture(url: string, turn: DecodingTurn): Promise<Buffer | undefined> {
  const image = imageOf(url);
  return image && (await orUndefined(reencodeImage(image, turn, { to: 'webp' })))?.bytes;
}

/** @returns undefined for a text that is not the data URL of a picture */
function imageOf(url: string): SentImage | undefined {
  const [prefix, format] = DATA_URL.exec(url) ?? [];
  if (prefix === undefined) return undefined;
  const bytes = Buffer.from(url.slice(prefix.length), 'base64');
  return { bytes, format: format as ImageFormat, maxPixels: MAX_PIXELS };
}

async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ImageUnreadable) return undefined;
    throw error;
  }
}

/** Metadata without the picture. */
export function withoutPicture(metadata: JsonObject): JsonObject {
  const { picture: _, ...diagnostics } = metadata.diagnostics as JsonObject;
  return { ...metadata, diagnostics };
}

/** Metadata as the API returns it: with the URL of a stored picture, where the data URL was. */
export const withPicture = (metadata: JsonObject, url: string | null): JsonObject =>
  url === null
    ? metadata
    : { ...metadata, diagnostics: { ...(isJsonObject(metadata.diagnostics) && metadata.diagnostics), picture: url } };

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
  'read-picture/find',
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
