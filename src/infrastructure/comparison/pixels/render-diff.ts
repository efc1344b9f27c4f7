import sharp from 'sharp';
import type { Box } from '../../images/geometry.ts';
import type { Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import { type Canvas, type ImagePair, layOnCanvas } from './canvas.ts';
import type { Region } from './compare-images.ts';
import { ImageRows } from './image-rows.ts';
import { matchPixels } from './match-pixels.ts';
import { onCanvas, type Stretch } from './stretches.ts';

/** A larger canvas is drawn in a smaller scale: 64 million pixels are 192 MB. */
const MOST_PIXELS = 64_000_000;
const ROWS_AT_ONCE = 256;

type Colour = readonly [red: number, green: number, blue: number];
const DIFFERENT: Colour = [214, 0, 56];
const FRAME: Colour = [255, 122, 0];
/** Laid thinly over rows and columns that only one image has, and over what is ignored. */
const TINTS: Record<'inserted' | 'removed' | 'ignored', Colour> = {
  inserted: [0, 150, 70],
  removed: [214, 0, 56],
  ignored: [70, 100, 200],
};
/** Of the page, where nothing differs: pale enough that what differs stands out. */
const SHADE = 0.35;
const FRAME_PIXELS = 2;
const FRAME_DISTANCE = 4;

/**
 * Draws the comparison: the page in pale grey, differing pixels red within orange frames, rows and columns that only the
 * comparison has in green, those that only the baseline has in red, ignored boxes in blue. The same images and options
 * give the same bytes.
 * @throws UnreadableImage
 */
export async function drawDiff(pair: ImagePair & { threshold: number; regions: readonly Region[] }): Promise<Buffer> {
  const canvas = await layOnCanvas(pair);
  const drawing = new Drawing(canvas);
  for (const side of ['comparison', 'baseline'] as const) await drawPage(drawing, canvas, pair, side);
  for (const side of ['comparison', 'baseline'] as const)
    for (const box of pair[side].ignored.flatMap((ignored) => onCanvas(canvas.stretches, side, ignored)))
      drawing.tint(box, TINTS.ignored);
  for (const stretch of canvas.stretches.filter(({ kind }) => kind === 'both')) {
    const options = { ...canvas, width: canvas.sharedWidth, threshold: pair.threshold };
    await matchPixels(canvas.layers, stretch, options, ({ top, mask }) => {
      for (let at = 0, y = top; at < mask.length; y++)
        for (let x = 0; x < canvas.sharedWidth; x++, at++) if (mask[at] !== 0) drawing.dot(x, y, DIFFERENT);
    });
  }
  for (const region of pair.regions) if (region.kind === 'changed') drawing.frame(region);
  return drawing.toPng();
}

/** Draws what an image shows: the comparison wherever it is, the baseline where it is alone. */
async function drawPage(drawing: Drawing, canvas: Canvas, pair: ImagePair, side: Side): Promise<void> {
  const size = canvas.sizes[side];
  const image = new ImageRows(pair[side].bytes, side, size, []);
  const from = (stretch: Stretch) => (side === 'baseline' ? stretch.baselineTop : stretch.comparisonTop);
  const other = canvas.sizes[side === 'baseline' ? 'comparison' : 'baseline'];
  const alone = side === 'baseline' ? 'removed' : 'inserted';
  for (const stretch of canvas.stretches) {
    if (stretch.kind !== 'both' && stretch.kind !== alone) continue;
    const left = side === 'baseline' && stretch.kind === 'both' ? other.width : 0;
    const tintFrom = stretch.kind === 'both' ? other.width : 0;
    if (left >= size.width) continue;
    for (let row = 0; row < stretch.rows; row += ROWS_AT_ONCE) {
      const end = Math.min(row + ROWS_AT_ONCE, stretch.rows);
      const pixels = await image.rows(from(stretch) + row, from(stretch) + end);
      drawing.page(pixels, size.width, stretch.top + row, left, { from: tintFrom, colour: TINTS[alone] });
    }
  }
}

/** RGB pixels in the scale of the drawing; coordinates are those of the canvas. */
class Drawing {
  private readonly scale: number;
  private readonly size: Size;
  private readonly pixels: Buffer;

  constructor(canvas: Size) {
    this.scale = Math.ceil(Math.sqrt((canvas.width * canvas.height) / MOST_PIXELS));
    const scaled = (length: number) => Math.ceil(length / this.scale);
    this.size = { width: scaled(canvas.width), height: scaled(canvas.height) };
    this.pixels = Buffer.alloc(this.size.width * this.size.height * 3, 255);
  }

  /** Draws rows of an image in pale grey from column `left` on, and in a colour from column `tint.from` on. */
  page(rgba: Uint8Array, width: number, top: number, left: number, tint: { from: number; colour: Colour }): void {
    const { scale } = this;
    const upTo = (start: number) => Math.ceil(start / scale) * scale;
    const rows = rgba.length / (width * 4);
    for (let y = upTo(top); y < top + rows; y += scale) {
      for (let x = upTo(left); x < width; x += scale) {
        const from = ((y - top) * width + x) * 4;
        const at = this.indexOf(x, y);
        const luma = 0.299 * (rgba[from] ?? 0) + 0.587 * (rgba[from + 1] ?? 0) + 0.114 * (rgba[from + 2] ?? 0);
        const grey = 255 - (255 - luma) * SHADE * ((rgba[from + 3] ?? 0) / 255);
        this.pixels[at] = grey;
        this.pixels[at + 1] = grey;
        this.pixels[at + 2] = grey;
        if (x >= tint.from) this.blend(at, tint.colour);
      }
    }
  }

  dot(x: number, y: number, [red, green, blue]: Colour): void {
    const at = this.indexOf(x, y);
    this.pixels[at] = red;
    this.pixels[at + 1] = green;
    this.pixels[at + 2] = blue;
  }

  tint(box: Box, colour: Colour): void {
    const { scale } = this;
    const [left, top] = [Math.floor(box.x / scale), Math.floor(box.y / scale)];
    const right = Math.min(this.size.width, Math.ceil((box.x + box.width) / scale));
    const bottom = Math.min(this.size.height, Math.ceil((box.y + box.height) / scale));
    for (let y = Math.max(0, top); y < bottom; y++)
      for (let x = Math.max(0, left); x < right; x++) this.blend((y * this.size.width + x) * 3, colour);
  }

  /** Draws a frame a little outside of a box. */
  frame({ x, y, width, height }: Box): void {
    const { scale } = this;
    const outside = FRAME_DISTANCE + FRAME_PIXELS;
    const [left, top] = [Math.floor(x / scale) - outside, Math.floor(y / scale) - outside];
    const right = Math.ceil((x + width) / scale) + outside;
    const bottom = Math.ceil((y + height) / scale) + outside;
    for (let row = Math.max(0, top); row < Math.min(bottom, this.size.height); row++) {
      const isEdgeRow = row < top + FRAME_PIXELS || row >= bottom - FRAME_PIXELS;
      for (let column = Math.max(0, left); column < Math.min(right, this.size.width); column++)
        if (isEdgeRow || column < left + FRAME_PIXELS || column >= right - FRAME_PIXELS)
          this.dot(column * scale, row * scale, FRAME);
    }
  }

  toPng(): Promise<Buffer> {
    return sharp(this.pixels, { raw: { ...this.size, channels: 3 }, limitInputPixels: false })
      .png({ compressionLevel: 6, adaptiveFiltering: false })
      .toBuffer();
  }

  private indexOf(x: number, y: number): number {
    return (Math.floor(y / this.scale) * this.size.width + Math.floor(x / this.scale)) * 3;
  }

  private blend(at: number, colour: Colour): void {
    for (const [channel, value] of colour.entries())
      this.pixels[at + channel] = (this.pixels[at + channel] ?? 0) * 0.7 + value * 0.3;
  }
}
