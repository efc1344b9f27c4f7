import type { Box } from '../../images/geometry.ts';

/** Part of an image as RGBA, with its box in the image. */
export interface Patch {
  box: Box;
  pixels: Uint8Array;
}

/** Largest difference of a channel between colors that count as equal: rounding of blends. */
const SLACK = 12;

/**
 * Share of the surrounding contrast by which a pixel may exceed it: a stem that covers one pixel
 * may cover half of two pixels elsewhere.
 */
const OVERSHOOT = 1;

/** Copies a window of a patch; undefined if it lies outside. */
export function windowOf({ box, pixels }: Patch, { x, y, width, height }: Box): Uint8Array | undefined {
  const [left, top] = [x - box.x, y - box.y];
  if (left < 0 || top < 0 || left + width > box.width || top + height > box.height) return undefined;
  const copy = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const start = ((top + row) * box.width + left) * 4;
    copy.set(pixels.subarray(start, start + width * 4), row * width * 4);
  }
  return copy;
}

/**
 * Whether a pixel lies between the pixels around its place in the other patch, as that of a glyph
 * or an edge does that moved by less than a pixel.
 */
export function isBetweenNeighbors(
  one: Patch,
  x: number,
  y: number,
  other: Patch,
  otherX: number,
  otherY: number,
): boolean {
  const at = ((y - one.box.y) * one.box.width + x - one.box.x) * 4;
  const [left, top] = [otherX - other.box.x, otherY - other.box.y];
  for (let channel = 0; channel < 3; channel++) {
    const value = one.pixels[at + channel] ?? 0;
    let [least, most] = [255, 0];
    for (let row = Math.max(0, top - 1); row <= Math.min(other.box.height - 1, top + 1); row++) {
      for (let column = Math.max(0, left - 1); column <= Math.min(other.box.width - 1, left + 1); column++) {
        const near = other.pixels[(row * other.box.width + column) * 4 + channel] ?? 0;
        if (near < least) least = near;
        if (near > most) most = near;
      }
    }
    const slack = SLACK + (most - least) * OVERSHOOT;
    if (value < least - slack || value > most + slack) return false;
  }
  return true;
}

/** Whether all pixels of a patch outside of `content` have the color of the content's corner. */
export function isFlat({ box, pixels }: Patch, shown: Box, content: Box): boolean {
  let color: number | undefined;
  for (let y = shown.y; y < shown.y + shown.height; y++) {
    for (let x = shown.x; x < shown.x + shown.width; x++) {
      if (x >= content.x && x < content.x + content.width && y >= content.y && y < content.y + content.height) continue;
      const at = ((y - box.y) * box.width + x - box.x) * 4;
      color ??= at;
      for (let channel = 0; channel < 4; channel++) {
        if (Math.abs((pixels[at + channel] ?? 0) - (pixels[color + channel] ?? 0)) > SLACK) return false;
      }
    }
  }
  return true;
}

/** Distance at which the surroundings of a box begin, beyond the blending of its edge. */
export const MARGIN = 2;

/**
 * Whether the blank space of a box around `content` has another color than what surrounds the box,
 * so that one sees how large the box is.
 *
 * @param patch with at least `MARGIN` pixels around the box, where the image has them
 */
export function standsOut({ box, pixels }: Patch, shown: Box, content: Box): boolean {
  const at = (x: number, y: number) => ((y - box.y) * box.width + x - box.x) * 4;
  const isWithin = (x: number, y: number) =>
    x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  const [right, bottom] = [shown.x + shown.width, shown.y + shown.height];
  const blank = content.x > shown.x || content.y > shown.y ? at(shown.x, shown.y) : at(right - 1, bottom - 1);
  const columns = Array.from({ length: shown.width }, (_, index) => shown.x + index);
  const rows = Array.from({ length: shown.height }, (_, index) => shown.y + index);
  const around = [
    ...columns.flatMap((x) => [[x, shown.y - MARGIN] as const, [x, bottom - 1 + MARGIN] as const]),
    ...rows.flatMap((y) => [[shown.x - MARGIN, y] as const, [right - 1 + MARGIN, y] as const]),
  ].filter(([x, y]) => isWithin(x, y));
  const differing = around.filter(([x, y]) =>
    [0, 1, 2].some((channel) => Math.abs((pixels[at(x, y) + channel] ?? 0) - (pixels[blank + channel] ?? 0)) > SLACK),
  );
  return differing.length * 2 > around.length;
}

/**
 * Whether one patch is the other with one of its rows, or one of its columns, repeated: a frame
 * that grew with its surroundings.
 */
export function isRepeatedBand(one: Patch, other: Patch): boolean {
  if (one.box.width === other.box.width) return isRepeated(rowsOf(one), rowsOf(other));
  return one.box.height === other.box.height && isRepeated(columnsOf(one), columnsOf(other));
}

function isRepeated(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = short.length - start;
  if (rest > 0 && short.slice(start).join() !== long.slice(long.length - rest).join()) return false;
  const repeated = long[start - 1];
  return start > 0 && long.slice(start, long.length - rest).every((line) => line === repeated);
}

const rowsOf = ({ box, pixels }: Patch): string[] =>
  Array.from({ length: box.height }, (_, row) =>
    Buffer.from(pixels.subarray(row * box.width * 4, (row + 1) * box.width * 4)).toString('base64'),
  );

function columnsOf({ box, pixels }: Patch): string[] {
  const turned = new Uint8Array(pixels.length);
  for (let row = 0; row < box.height; row++) {
    for (let column = 0; column < box.width; column++) {
      const from = (row * box.width + column) * 4;
      turned.set(pixels.subarray(from, from + 4), (column * box.height + row) * 4);
    }
  }
  return rowsOf({ box: { ...box, width: box.height, height: box.width }, pixels: turned });
}
