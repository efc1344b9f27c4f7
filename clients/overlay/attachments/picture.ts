import { runInSlices } from '../../shared/time-slices.ts';
import { regionRect } from '../page/geometry.ts';
import type { PickedTarget } from '../picker/anchor.ts';
import { h } from '../shadow-host/elements.ts';
import { buildDisplayList, type DisplayItem } from './display-list.ts';
import { paint } from './paint.ts';

/** A picture of a comment's target. */
export interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** In the resolution of the screen, to draw on it. */
  readonly full: HTMLCanvasElement;
  /** Data URL, of at most {@link URL_LIMIT} characters unless a person drew on it. */
  url: string;
  /** Whether a person drew on it. */
  isDrawn: boolean;
}

const URL_LIMIT = 8_000;
/** Margin around the target, CSS pixels. */
const MARGIN = 90;
const MIN_WIDTH = 480;
const MIN_HEIGHT = 280;
/** Maximum size of the picture to draw on, device pixels; the service accepts it. */
const MAX_PIXELS = 5_000_000;
/** Widths and qualities to try until the picture is small enough. */
const ATTEMPTS: readonly [width: number, quality: number][] = [
  [480, 0.7],
  [480, 0.4],
  [400, 0.3],
  [320, 0.2],
  [240, 0.2],
];

/**
 * Draws the element, or the area in it, with its surroundings, in slices. Null if the page cannot
 * be drawn or the picture stays too large.
 */
export const drawPicture = (picked: PickedTarget): Promise<Picture | null> =>
  // Some pages cannot be drawn; the comment is sent without a picture.
  runInSlices(drawSmallEnough(picked)).catch(() => null);

function* drawSmallEnough({ element, area }: PickedTarget): Generator<void, Picture | null> {
  const target = regionRect(element, area);
  const region = withMargin(target);
  const items = yield* buildDisplayList(region);
  yield;
  const full = draw(
    items,
    region,
    target,
    Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / region.width / region.height)),
  );
  for (const [width, quality] of ATTEMPTS) {
    yield;
    const canvas = draw(items, region, target, Math.min(1, width / region.width));
    let url = canvas.toDataURL('image/webp', quality);
    // Browsers without WebP encoding return PNG, which is large.
    if (!url.startsWith('data:image/w')) url = canvas.toDataURL('image/jpeg', quality);
    if (url.length <= URL_LIMIT) return { canvas, full, url, isDrawn: false };
  }
  return null;
}

function draw(items: readonly DisplayItem[], region: DOMRect, target: DOMRect, scale: number): HTMLCanvasElement {
  const canvas = h('canvas');
  canvas.width = region.width * scale;
  canvas.height = region.height * scale;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, -region.left * scale, -region.top * scale);
  paint(context, items);
  context.strokeStyle = '#2f55d4';
  context.lineWidth = 3;
  context.strokeRect(target.left, target.top, target.width, target.height);
  return canvas;
}

/** Returns the target with its margin, at least of a readable size, within the window. */
function withMargin({ left, top, width, height }: DOMRect): DOMRect {
  const side = (start: number, size: number, min: number, available: number) => {
    const wanted = Math.min(available, Math.max(min, size + 2 * MARGIN));
    const from = Math.max(0, Math.min(available - wanted, start + size / 2 - wanted / 2));
    return [from, wanted] as const;
  };
  const [x, pictureWidth] = side(left, width, MIN_WIDTH, innerWidth);
  const [y, pictureHeight] = side(top, height, MIN_HEIGHT, innerHeight);
  return new DOMRect(x, y, pictureWidth, pictureHeight);
}
