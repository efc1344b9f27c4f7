import sharp from 'sharp';
import { CAPTURE_LIMITS } from '../../capture/capture-request.ts';
import { type Box, intersection } from '../../images/geometry.ts';
import type { Size } from '../../images/tile-hashes.ts';
import { type Side, UnreadableImage } from '../unreadable-image-error.ts';

/** Decoded at once, of each image: 128 MB. Most images fit whole. */
const STRIP_PIXELS = 32_000_000;

const NO_STRIP = { top: 0, bottom: 0, pixels: new Uint8Array() };

const decoder = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: CAPTURE_LIMITS.pixels });

/** Reads width and height, not the pixels. @throws UnreadableImage */
export async function readSize(bytes: Uint8Array, side: Side): Promise<Size> {
  const { width, height } = await decoder(bytes)
    .metadata()
    .catch((error: unknown) => {
      throw new UnreadableImage(side, error);
    });
  return { width, height };
}

/**
 * An image as rows of RGBA, to be asked for from the top down. Only a strip of it is decoded at a time: decoding stops
 * at the last row asked for, and memory is bounded however large the image.
 */
export class ImageRows {
  private strip: { top: number; bottom: number; pixels: Uint8Array } = NO_STRIP;

  /**
   * @param frame the columns from the left and the rows from the top that will be asked for
   * @param ignored is painted over in black, in pixels of the image
   */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly side: Side,
    private readonly frame: Size,
    private readonly ignored: readonly Box[],
  ) {}

  /** A view into the decoded strip: what is painted on it stays until the next strip is decoded. */
  async rows(top: number, bottom: number): Promise<Uint8Array> {
    if (top < this.strip.top || bottom > this.strip.bottom) await this.decode(top, bottom);
    const rowBytes = this.frame.width * 4;
    return this.strip.pixels.subarray((top - this.strip.top) * rowBytes, (bottom - this.strip.top) * rowBytes);
  }

  private async decode(top: number, bottom: number): Promise<void> {
    const { width, height } = this.frame;
    const end = Math.min(height, Math.max(bottom, top + Math.floor(STRIP_PIXELS / width)));
    // The old strip can go before the new one comes.
    this.strip = NO_STRIP;
    const decoded = await decoder(this.bytes)
      .extract({ left: 0, top, width, height: end - top })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
      .catch((error: unknown) => {
        throw new UnreadableImage(this.side, error);
      });
    // Pixels are read as words too, which must not begin between two.
    const pixels = decoded.byteOffset % 4 === 0 ? decoded : Uint8Array.from(decoded);
    for (const box of this.ignored) paint(pixels, width, { ...box, y: box.y - top });
    this.strip = { top, bottom: end, pixels };
  }
}

/** Paints a box of some rows opaque black, as far as it lies in them. */
export function paint(pixels: Uint8Array, width: number, box: Box): void {
  const inside = intersection(box, { x: 0, y: 0, width, height: pixels.length / (width * 4) });
  if (!inside) return;
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  for (let y = inside.y; y < inside.y + inside.height; y++) {
    const start = y * width + inside.x;
    words.fill(0xff000000, start, start + inside.width);
  }
}
