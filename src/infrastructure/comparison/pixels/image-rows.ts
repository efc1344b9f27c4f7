import { CAPTURE_LIMITS } from '../../capture/capture-request.ts';
import { area, type Box, intersection } from '../../images/geometry.ts';
import type { RowSpan, Size } from '../../images/tile-hashes.ts';
import { type Side, UnreadableImageError } from '../unreadable-image-error.ts';

/** Pixels of each image that are decoded at once (128 MB). Most images fit entirely. */
const STRIP_PIXELS = 32_000_000;

const NO_STRIP = { top: 0, bottom: 0, pixels: new Uint8Array() };

/** Loads the native library on first use, since an idle service needs no images. */
async function openImage(bytes: Uint8Array) {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: CAPTURE_LIMITS.pixels });
}

/**
 * Reads width and height only.
 * @throws UnreadableImageError
 */
export async function readSize(bytes: Uint8Array, side: Side): Promise<Size> {
  const image = await openImage(bytes);
  const { width, height } = await image.metadata().catch((error: unknown) => {
    throw new UnreadableImageError(side, error);
  });
  return { width, height };
}

/** Largest shared image: the original and a copy for each of two readers fill a strip. */
const MAX_SHARED_PIXELS = STRIP_PIXELS / 3;

/** An image that is decoded once for several readers, unless it is too large. */
export class SharedImage {
  private whole: Promise<Uint8Array> | undefined;

  constructor(
    readonly bytes: Uint8Array,
    private readonly side: Side,
    readonly size: Size,
  ) {}

  get isShared(): boolean {
    return area(this.size) <= MAX_SHARED_PIXELS;
  }

  /**
   * Copies whole rows as RGBA.
   * @throws UnreadableImageError
   */
  async copyRows(top: number, bottom: number): Promise<Uint8Array> {
    this.whole ??= decodeExtent(this.bytes, this.side, this.size, { left: 0, top: 0, ...this.size });
    const rowBytes = this.size.width * 4;
    return new Uint8Array((await this.whole).subarray(top * rowBytes, bottom * rowBytes));
  }
}

/** Source of rows as RGBA. */
export interface Rows {
  height: number;
  rows(top: number, bottom: number): Promise<Uint8Array>;
}

/**
 * Provides the rows of an image as RGBA, from the top down. One strip is decoded at a time, so
 * decoding stops at the last requested row and memory is bounded for images of any size.
 */
export class ImageRows implements Rows {
  private strip: { top: number; bottom: number; pixels: Uint8Array } = NO_STRIP;

  /**
   * @param size size of the image
   * @param ignored boxes to paint black, in pixels of the image
   * @param frame rows, and columns from the left, that will be requested
   */
  constructor(
    private readonly image: Uint8Array | SharedImage,
    private readonly side: Side,
    private readonly size: Size,
    private readonly ignored: readonly Box[] = [],
    private readonly frame: RowSpan & { width: number } = { width: size.width, top: 0, bottom: size.height },
  ) {}

  get height(): number {
    return this.frame.bottom;
  }

  /** Returns a view of the decoded strip; changes to it last until the next strip is decoded. */
  async rows(top: number, bottom: number): Promise<Uint8Array> {
    if (top < this.strip.top || bottom > this.strip.bottom) await this.decode(top, bottom);
    const rowBytes = this.frame.width * 4;
    return this.strip.pixels.subarray((top - this.strip.top) * rowBytes, (bottom - this.strip.top) * rowBytes);
  }

  /** Provides copies of the pixels from column `left`. */
  column(left: number, width: number): Rows {
    const { height } = this;
    const rowBytes = this.frame.width * 4;
    return {
      height,
      rows: async (top, bottom) => {
        const whole = await this.rows(top, bottom);
        const pixels = new Uint8Array((bottom - top) * width * 4);
        for (let row = 0; row < bottom - top; row++) {
          const start = row * rowBytes + left * 4;
          pixels.set(whole.subarray(start, start + width * 4), row * width * 4);
        }
        return pixels;
      },
    };
  }

  private async decode(from: number, bottom: number): Promise<void> {
    const { width, top: first, bottom: last } = this.frame;
    const stripRows = Math.floor(STRIP_PIXELS / width);
    // If all rows fit, the first strip has them all, in whatever order they are requested.
    const top = last - first <= stripRows ? Math.min(first, from) : from;
    const end = Math.min(last, Math.max(bottom, top + stripRows));
    // Frees the old strip before the new one is decoded.
    this.strip = NO_STRIP;
    const pixels = await this.read(top, end);
    for (const box of this.ignored) paint(pixels, width, { ...box, y: box.y - top });
    this.strip = { top, bottom: end, pixels };
  }

  private read(top: number, bottom: number): Promise<Uint8Array> {
    const { image, side, size, frame } = this;
    if (!(image instanceof SharedImage)) return decodeExtent(image, side, size, extentOf(frame, top, bottom));
    return image.isShared && frame.width === size.width
      ? image.copyRows(top, bottom)
      : decodeExtent(image.bytes, side, size, extentOf(frame, top, bottom));
  }
}

type Extent = Size & { left: number; top: number };

const extentOf = ({ width }: { width: number }, top: number, bottom: number): Extent => ({
  left: 0,
  top,
  width,
  height: bottom - top,
});

/** Decodes a part of an image as RGBA, aligned for views of 32-bit words. */
async function decodeExtent(bytes: Uint8Array, side: Side, size: Size, extent: Extent): Promise<Uint8Array> {
  const isWhole = extent.width === size.width && extent.height === size.height;
  // An extract of the whole image would only copy it.
  const image = await openImage(bytes);
  const decoded = await (isWhole ? image : image.extract(extent))
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch((error: unknown) => {
      throw new UnreadableImageError(side, error);
    });
  return decoded.byteOffset % 4 === 0 ? decoded : Uint8Array.from(decoded);
}

/** Paints the part of a box that lies in these rows opaque black. */
export function paint(pixels: Uint8Array, width: number, box: Box): void {
  const inside = intersection(box, { x: 0, y: 0, width, height: pixels.length / (width * 4) });
  if (!inside) return;
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  for (let y = inside.y; y < inside.y + inside.height; y++) {
    const start = y * width + inside.x;
    words.fill(0xff000000, start, start + inside.width);
  }
}
