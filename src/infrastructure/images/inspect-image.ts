import { hashTiles } from './tile-hashes.ts';

/** Thumbnail size, pixels; taller images are cropped to their top. */
const THUMBNAIL = { width: 480, height: 640 };
const THUMBNAIL_QUALITY = 80;

/** Data stored with an image. */
export interface InspectedImage {
  width: number;
  height: number;
  tileHashes: Buffer;
  /** WebP. */
  thumbnail: Buffer;
}

/** Decodes an image once for its size, thumbnail and tile hashes. */
export async function inspectImage(png: Uint8Array): Promise<InspectedImage> {
  // Loaded on demand: it takes 30 MB of memory.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const shownHeight = Math.min(height, Math.round((THUMBNAIL.height / THUMBNAIL.width) * width));
  const thumbnail = await sharp(data, { raw: { width, height, channels: 4 } })
    .extract({ left: 0, top: 0, width, height: Math.max(1, shownHeight) })
    .resize({ ...THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .webp({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
  return { width, height, thumbnail, tileHashes: await hashTiles(data, { width, height }) };
}
