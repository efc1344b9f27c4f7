import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts';

/** Formats that are decoded, and the format that each is stored in. */
const STORED_AS = { png: 'png', jpeg: 'jpeg', webp: 'webp', gif: 'png' } as const;

export type ImageFormat = keyof typeof STORED_AS;

/** Maximum size, pixels: the photo of a phone. A small file can describe a picture of any size. */
const MAX_PIXELS = 50_000_000;
/** Time after which a picture counts as unreadable, seconds. */
const TIMEOUT_SECONDS = 30;
const QUALITY = 85;

/** The bytes are not a picture of their format, are incomplete, or have too many pixels. */
export class ImageUnreadable extends Error {
  override readonly name = 'ImageUnreadable';
}

/** Decoding needs memory and threads: other work of the process must not wait for all of them. */
const limitDecoding = createConcurrencyLimit({
  atOnce: 2,
  maxWaiting: Number.POSITIVE_INFINITY,
  rejection: () => new Error('too many pictures are being decoded'),
});

/**
 * Decodes a picture and encodes it again, upright and in sRGB, without metadata such as the place
 * of a photo. Only pixels remain of the file. Animations become their first frame.
 *
 * @param options.to format of the result; by default that of the picture, PNG for GIF
 * @throws ImageUnreadable
 */
export function reencodeImage(
  bytes: Uint8Array,
  format: ImageFormat,
  options: { to?: 'webp' } = {},
): Promise<{ bytes: Buffer; format: 'png' | 'jpeg' | 'webp' }> {
  const target = options.to ?? STORED_AS[format];
  return limitDecoding(async () => {
    const { default: sharp } = await import('sharp');
    try {
      const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
      const found = await image.metadata();
      if (found.format !== format) throw new Error(`the picture is ${found.format}`);
      const encoded = image.autoOrient().timeout({ seconds: TIMEOUT_SECONDS });
      return { bytes: await encoded.toFormat(target, { quality: QUALITY }).toBuffer(), format: target };
    } catch (error) {
      throw new ImageUnreadable('the picture cannot be decoded', { cause: error });
    }
  });
}
