import { runInSlices } from '../../shared/time-slices.ts';
import { boxIn } from '../page/geometry.ts';
import type { Picked } from '../picker/anchor.ts';
import { h } from '../shadow-host/dom.ts';
import { type Item, itemsIn } from './display-list.ts';
import { paint } from './paint.ts';

/** A picture of the place that a comment is about. */
export interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** A data URL of at most {@link URL_LIMIT} characters: it is stored with the annotation. */
  readonly url: string;
}

const URL_LIMIT = 8_000;
/** Around the place, CSS pixels. */
const MARGIN = 90;
const LEAST_WIDTH = 480;
const LEAST_HEIGHT = 280;
/** Widths and qualities to try, until the picture is small enough. */
const ATTEMPTS: readonly [width: number, quality: number][] = [
  [480, 0.7],
  [480, 0.4],
  [400, 0.3],
  [320, 0.2],
  [240, 0.2],
];

/**
 * Draws the element, or the area in it, with what is around, in slices. Null when the page cannot be drawn so small, or at all.
 */
export const drawPicture = (picked: Picked): Promise<Picture | null> =>
  // A page can hold what no canvas takes, or too much; the comment goes without a picture.
  runInSlices(attempts(picked)).catch(() => null);

function* attempts({ element, area }: Picked): Generator<void, Picture | null> {
  const place = boxIn(element, area);
  const region = around(place);
  const items = yield* itemsIn(region);
  for (const [width, quality] of ATTEMPTS) {
    yield;
    const canvas = drawn(items, region, place, Math.min(1, width / region.width));
    let url = canvas.toDataURL('image/webp', quality);
    // Browsers that cannot write WebP answer with PNG, which is large.
    if (!url.startsWith('data:image/w')) url = canvas.toDataURL('image/jpeg', quality);
    if (url.length <= URL_LIMIT) return { canvas, url };
  }
  return null;
}

function drawn(items: readonly Item[], region: DOMRect, place: DOMRect, scale: number): HTMLCanvasElement {
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
  context.strokeRect(place.left, place.top, place.width, place.height);
  return canvas;
}

/** The place with its margin, no smaller than a readable picture, and within the window. */
function around({ left, top, width, height }: DOMRect): DOMRect {
  const side = (start: number, size: number, least: number, available: number) => {
    const wanted = Math.min(available, Math.max(least, size + 2 * MARGIN));
    const from = Math.max(0, Math.min(available - wanted, start + size / 2 - wanted / 2));
    return [from, wanted] as const;
  };
  const [x, wide] = side(left, width, LEAST_WIDTH, innerWidth);
  const [y, high] = side(top, height, LEAST_HEIGHT, innerHeight);
  return new DOMRect(x, y, wide, high);
}
