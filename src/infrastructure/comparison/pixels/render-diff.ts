import type { Box } from '../../images/geometry.ts';
import type { Size } from '../../images/tile-hashes.ts';
import type { Side } from '../unreadable-image-error.ts';
import type { Column } from './align-columns.ts';
import { buildCanvas, type Canvas, type ImagePair } from './canvas.ts';
import type { Region } from './compare-images.ts';
import { ImageRows } from './image-rows.ts';
import { boxesOnCanvas, matchCanvas } from './match-canvas.ts';
import type { RowSegment } from './row-alignment.ts';

/** Larger canvases are scaled down: 64 million pixels take 192 MB. */
const MAX_PIXELS = 64_000_000;
const ROWS_AT_ONCE = 256;

type Color = readonly [red: number, green: number, blue: number];
const DIFFERENT: Color = [214, 0, 56];
const WHITE: Color = [255, 255, 255];
const FRAME: Color = [255, 122, 0];
/** Overlay colors of rows and columns that only one image has, and of ignored boxes. */
const TINTS: Record<'inserted' | 'removed' | 'ignored', Color> = {
  inserted: [0, 150, 70],
  removed: [214, 0, 56],
  ignored: [70, 100, 200],
};
/** Opacity of unchanged content: pale enough for differences to stand out. */
const SHADE = 0.35;
const FRAME_PIXELS = 2;
const FRAME_DISTANCE = 4;

/**
 * Renders the diff: the page in pale gray, differing pixels red in orange frames, rows and columns
 * of only the comparison green, of only the baseline red, ignored boxes blue. Deterministic for
 * equal images and options.
 * @throws UnreadableImageError
 */
export async function renderDiff(pair: ImagePair & { threshold: number; regions: readonly Region[] }): Promise<Buffer> {
  const canvas = await buildCanvas(pair);
  const drawing = new Drawing(canvas);
  for (const side of ['comparison', 'baseline'] as const) await drawPage(drawing, canvas, pair, side);
  for (const column of canvas.columns) await drawColumn(drawing, column, pair, canvas.sizes);
  for (const side of ['comparison', 'baseline'] as const)
    for (const box of pair[side].ignored.flatMap((ignored) => boxesOnCanvas(canvas, side, ignored)))
      drawing.tint(box, TINTS.ignored);
  await matchCanvas(canvas, pair.threshold, ({ top, mask }, { left, width }) => {
    for (let at = 0, y = top; at < mask.length; y++)
      for (let x = left; x < left + width; x++, at++) if (mask[at] !== 0) drawing.dot(x, y, DIFFERENT);
  });
  for (const region of pair.regions) if (region.kind === 'changed') drawing.frame(region);
  return drawing.toPng();
}

/** Draws the comparison, and the baseline where only it exists. */
async function drawPage(drawing: Drawing, canvas: Canvas, pair: ImagePair, side: Side): Promise<void> {
  const size = canvas.sizes[side];
  const image = new ImageRows(pair[side].bytes, side, size);
  const from = (segment: RowSegment) => (side === 'baseline' ? segment.baselineTop : segment.comparisonTop);
  const other = canvas.sizes[side === 'baseline' ? 'comparison' : 'baseline'];
  const alone = side === 'baseline' ? 'removed' : 'inserted';
  for (const segment of canvas.segments) {
    const isRevealed = side === 'comparison' && segment.kind === 'revealed';
    if (segment.kind !== 'both' && segment.kind !== alone && !isRevealed) continue;
    const left = side === 'baseline' && segment.kind === 'both' ? other.width : 0;
    const isUntinted = isRevealed || segment.isBlank === true;
    const tintFrom = segment.kind === 'both' ? other.width : isUntinted ? size.width : 0;
    if (left >= size.width) continue;
    for (let row = 0; row < segment.rows; row += ROWS_AT_ONCE) {
      const end = Math.min(row + ROWS_AT_ONCE, segment.rows);
      const pixels = await image.rows(from(segment) + row, from(segment) + end);
      drawing.page(pixels, size.width, segment.top + row, left, { from: tintFrom, color: TINTS[alone] });
    }
  }
}

/** Draws the rows of a column as they are aligned, over those of the page. */
async function drawColumn(
  drawing: Drawing,
  { inner: box, segments }: Column,
  pair: ImagePair,
  sizes: Record<Side, Size>,
): Promise<void> {
  drawing.clear(box);
  const columnOf = (side: Side) => new ImageRows(pair[side].bytes, side, sizes[side]).column(box.x, box.width);
  const columns = { baseline: columnOf('baseline'), comparison: columnOf('comparison') };
  for (const { kind, top, rows, baselineTop, comparisonTop } of segments) {
    const [column, from] = kind === 'removed' ? [columns.baseline, baselineTop] : [columns.comparison, comparisonTop];
    const isAlone = kind === 'removed' || kind === 'inserted';
    const tint = { from: isAlone ? 0 : box.width, color: TINTS[isAlone ? kind : 'inserted'] };
    for (let row = 0; row < rows; row += ROWS_AT_ONCE) {
      const pixels = await column.rows(from + row, from + Math.min(row + ROWS_AT_ONCE, rows));
      drawing.page(pixels, box.width, top + row, 0, tint, box.x);
    }
  }
}

/** RGB pixels at drawing scale, addressed by canvas coordinates. */
class Drawing {
  private readonly scale: number;
  private readonly size: Size;
  private readonly pixels: Buffer;

  constructor(canvas: Size) {
    this.scale = Math.ceil(Math.sqrt((canvas.width * canvas.height) / MAX_PIXELS));
    const scaled = (length: number) => Math.ceil(length / this.scale);
    this.size = { width: scaled(canvas.width), height: scaled(canvas.height) };
    this.pixels = Buffer.alloc(this.size.width * this.size.height * 3, 255);
  }

  /**
   * Draws rows in pale gray from column `left`, tinted from column `tint.from`.
   * @param offset columns of the canvas to the left of the rows
   */
  page(
    rgba: Uint8Array,
    width: number,
    top: number,
    left: number,
    tint: { from: number; color: Color },
    offset = 0,
  ): void {
    const { scale } = this;
    const upTo = (start: number) => Math.ceil(start / scale) * scale;
    const rows = rgba.length / (width * 4);
    for (let y = upTo(top); y < top + rows; y += scale) {
      for (let x = upTo(offset + left) - offset; x < width; x += scale) {
        const from = ((y - top) * width + x) * 4;
        const at = this.indexOf(offset + x, y);
        const luma = 0.299 * (rgba[from] ?? 0) + 0.587 * (rgba[from + 1] ?? 0) + 0.114 * (rgba[from + 2] ?? 0);
        const gray = 255 - (255 - luma) * SHADE * ((rgba[from + 3] ?? 0) / 255);
        this.pixels[at] = gray;
        this.pixels[at + 1] = gray;
        this.pixels[at + 2] = gray;
        if (x >= tint.from) this.blend(at, tint.color);
      }
    }
  }

  /** Fills a box with white. */
  clear({ x, y, width, height }: Box): void {
    const upTo = (start: number) => Math.ceil(start / this.scale) * this.scale;
    for (let row = upTo(y); row < y + height; row += this.scale)
      for (let column = upTo(x); column < x + width; column += this.scale) this.dot(column, row, WHITE);
  }

  dot(x: number, y: number, [red, green, blue]: Color): void {
    const at = this.indexOf(x, y);
    this.pixels[at] = red;
    this.pixels[at + 1] = green;
    this.pixels[at + 2] = blue;
  }

  tint(box: Box, color: Color): void {
    const { scale } = this;
    const [left, top] = [Math.floor(box.x / scale), Math.floor(box.y / scale)];
    const right = Math.min(this.size.width, Math.ceil((box.x + box.width) / scale));
    const bottom = Math.min(this.size.height, Math.ceil((box.y + box.height) / scale));
    for (let y = Math.max(0, top); y < bottom; y++)
      for (let x = Math.max(0, left); x < right; x++) this.blend((y * this.size.width + x) * 3, color);
  }

  /** Draws a frame slightly outside of a box. */
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

  async toPng(): Promise<Buffer> {
    const { default: sharp } = await import('sharp');
    return sharp(this.pixels, { raw: { ...this.size, channels: 3 }, limitInputPixels: false })
      .png({ compressionLevel: 6, adaptiveFiltering: false })
      .toBuffer();
  }

  private indexOf(x: number, y: number): number {
    return (Math.floor(y / this.scale) * this.size.width + Math.floor(x / this.scale)) * 3;
  }

  private blend(at: number, color: Color): void {
    for (const [channel, value] of color.entries())
      this.pixels[at + channel] = (this.pixels[at + channel] ?? 0) * 0.7 + value * 0.3;
  }
}
