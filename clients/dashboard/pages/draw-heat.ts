import type { Box } from '../picture/pinned-picture.tsx';

export interface HeatPoint {
  x: number;
  y: number;
  clicks: number;
}

export interface HeatBox {
  box: Box;
  clicks: number;
}

/** Radius of a click, CSS pixels of the page. */
const RADIUS = 28;
/** Largest number of pixels of the layer. */
const MOST_PIXELS = 4_000_000;
/** Colors from few clicks to many. */
const COLORS = ['#2f55d4', '#18a0a8', '#4cbb4c', '#f2c230', '#e2452e'];

/** Scale of a layer over a picture, pixels per CSS pixel. */
const scaleOf = ({ width, height }: { width: number; height: number }): number =>
  Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));

/** Prepares the canvas; null in browsers without memory for it. */
function prepare(canvas: HTMLCanvasElement, size: { width: number; height: number }) {
  const scale = scaleOf(size);
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.scale(scale, scale);
  return context;
}

/** Draws clicks as spots: more of them on the same place are warmer. */
export function drawPoints(
  canvas: HTMLCanvasElement,
  size: { width: number; height: number },
  points: readonly HeatPoint[],
): void {
  const context = prepare(canvas, size);
  if (!context) return;
  const most = Math.max(1, ...points.map(({ clicks }) => clicks));
  for (const { x, y, clicks } of points) {
    const spot = context.createRadialGradient(x, y, 0, x, y, RADIUS);
    // A single click stays visible beside a place with a thousand.
    const alpha = 0.18 + 0.72 * (Math.log1p(clicks) / Math.log1p(most));
    spot.addColorStop(0, `rgb(0 0 0 / ${alpha})`);
    spot.addColorStop(1, 'rgb(0 0 0 / 0)');
    context.fillStyle = spot;
    context.fillRect(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
  }
  colorize(context, canvas);
}

/** Colors each pixel by its opacity. */
function colorize(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement): void {
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const palette = paletteOf();
  for (let index = 0; index < data.length; index += 4) {
    const heat = data[index + 3] ?? 0;
    if (heat === 0) continue;
    data[index] = palette[heat * 4] ?? 0;
    data[index + 1] = palette[heat * 4 + 1] ?? 0;
    data[index + 2] = palette[heat * 4 + 2] ?? 0;
    data[index + 3] = Math.min(215, 40 + heat);
  }
  context.putImageData(image, 0, 0);
}

/** Colors of 256 degrees of heat, as red, green, blue and alpha. */
function paletteOf(): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(256, 1);
  const context = canvas.getContext('2d');
  if (!context) return new Uint8ClampedArray(1_024);
  const gradient = context.createLinearGradient(0, 0, 256, 0);
  COLORS.forEach((color, index) => {
    gradient.addColorStop(index / (COLORS.length - 1), color);
  });
  context.fillStyle = gradient;
  context.fillRect(0, 0, 256, 1);
  return context.getImageData(0, 0, 256, 1).data;
}

/** Draws clicked elements as rectangles with their numbers of clicks, the rarest ones first. */
export function drawBoxes(
  canvas: HTMLCanvasElement,
  size: { width: number; height: number },
  boxes: readonly HeatBox[],
): void {
  const context = prepare(canvas, size);
  if (!context) return;
  const most = Math.max(1, ...boxes.map(({ clicks }) => clicks));
  const sorted = [...boxes].sort((a, b) => a.clicks - b.clicks);
  context.font = '600 12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const { box, clicks } of sorted) {
    const heat = Math.log1p(clicks) / Math.log1p(most);
    const color = COLORS[Math.round(heat * (COLORS.length - 1))] ?? '#000';
    context.fillStyle = color;
    context.globalAlpha = 0.22 + 0.33 * heat;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.strokeRect(box.x, box.y, box.width, box.height);
  }
  for (const { box, clicks } of sorted) {
    const text = String(clicks);
    const width = context.measureText(text).width + 10;
    const [left, top] = [Math.max(0, box.x + box.width - width), Math.max(0, box.y)];
    context.fillStyle = '#1a2130';
    context.fillRect(left, top, width, 18);
    context.fillStyle = '#fff';
    context.fillText(text, left + 5, top + 9);
  }
}
