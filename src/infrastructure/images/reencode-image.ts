import { AppError } from '../../errors.ts';
import { createFairLimit, type FairCaller } from '../../lib/fair-limit.ts';

/** Formats that are decoded, and the format that each is stored in. */
const STORED_AS = { png: 'png', jpeg: 'jpeg', webp: 'webp', gif: 'png' } as const;

export type ImageFormat = keyof typeof STORED_AS;

/** First bytes of each format, as Latin-1. Other bytes reach no decoder. */
const SIGNATURES: Record<ImageFormat, string> = {
  png: '\x89PNG\r\n\x1a\n',
  jpeg: '\xff\xd8\xff',
  webp: 'RIFF',
  gif: 'GIF8',
};

/** A picture that somebody sent. */
export interface SentImage {
  bytes: Uint8Array;
  format: ImageFormat;
  /** Maximum size. A small file can describe a picture of any size. */
  maxPixels: number;
}

/** Client for whom a picture is decoded. */
export interface DecodingTurn extends Pick<FairCaller, 'signal'> {
  organizationId: string;
  isMember: boolean;
}

/** Time after which a picture counts as unreadable, seconds. */
const TIMEOUT_SECONDS = 30;
const QUALITY = 85;
/** Pictures that wait: more would keep clients waiting longer than proxies wait for a response. */
const MAX_WAITING = 32;
/** Seconds. */
const RETRY_AFTER = 10;

/** The bytes are not a picture of their format, are incomplete, or have too many pixels. */
export class ImageUnreadable extends Error {
  override readonly name = 'ImageUnreadable';
}

/** Decoding needs memory and threads: other work of the process must not wait for all of them. */
const limitDecoding = createFairLimit({
  atOnce: 2,
  maxWaiting: MAX_WAITING,
  rejection: () =>
    new AppError('UNAVAILABLE', `Too many pictures are being processed; retry in ${RETRY_AFTER} s`, {
      retryAfterSeconds: RETRY_AFTER,
    }),
});

/**
 * Reads the number of pixels from the header of a picture, without decoding it.
 *
 * @throws ImageUnreadable
 */
export async function measureImage({ bytes, format, maxPixels }: SentImage): Promise<number> {
  const signature = SIGNATURES[format];
  if (Buffer.from(bytes.subarray(0, signature.length)).toString('latin1') !== signature) {
    throw new ImageUnreadable(`the picture is not in the format ${format}`);
  }
  const { default: sharp } = await import('sharp');
  try {
    const found = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    if (found.format !== format) throw new Error(`the picture is ${found.format}`);
    const pixels = found.width * found.height;
    if (pixels > maxPixels) throw new Error(`the picture has ${pixels} pixels`);
    return pixels;
  } catch (error) {
    throw new ImageUnreadable('the picture cannot be read', { cause: error });
  }
}

/**
 * Decodes a picture and encodes it again, upright and in sRGB, without metadata such as the place
 * of a photo. Only pixels remain of the file. Animations become their first frame. Organizations
 * take turns, and their members go before visitors.
 *
 * @param options.to format of the result; by default that of the picture, PNG for GIF
 * @throws ImageUnreadable
 * @throws UNAVAILABLE if too many pictures wait, or the client disconnects meanwhile
 */
export async function reencodeImage(
  image: SentImage,
  { organizationId, isMember, signal }: DecodingTurn,
  options: { to?: 'webp' } = {},
): Promise<{ bytes: Buffer; format: 'png' | 'jpeg' | 'webp' }> {
  await measureImage(image);
  const { bytes, format, maxPixels } = image;
  const target = options.to ?? STORED_AS[format];
  const { default: sharp } = await import('sharp');
  return limitDecoding({ group: organizationId, rank: isMember ? 0 : 1, ...(signal && { signal }) }, async () => {
    try {
      const decoded = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
      const encoded = decoded.autoOrient().timeout({ seconds: TIMEOUT_SECONDS });
      return { bytes: await encoded.toFormat(target, { quality: QUALITY }).toBuffer(), format: target };
    } catch (error) {
      throw new ImageUnreadable('the picture cannot be decoded', { cause: error });
    }
  });
}
