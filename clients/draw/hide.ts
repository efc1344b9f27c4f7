/** A rectangle, in pixels of the picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of a square of the pattern, as a share of the shorter side of the area. */
const SQUARES = 5;
const MIN_SQUARE = 4;

/**
 * Replaces the pixels of an area by a pattern. It contains three averages and one deviation of the
 * area; the squares are random. A mosaic of averages would not do: words can be found again by
 * trying which give the same averages.
 *
 * @param seed start of the random numbers
 */
export function hide(context: CanvasRenderingContext2D, { x, y, width, height }: Box, seed: number): void {
  if (width < 1 || height < 1) return;
  const { data } = context.getImageData(x, y, width, height);
  const mean = [0, 1, 2].map((channel) => meanOf(data, channel));
  const deviation = Math.min(48, Math.max(14, deviationOf(data, mean)));
  const random = randomNumbers(seed);
  const size = Math.max(MIN_SQUARE, Math.floor(Math.min(width, height) / SQUARES));
  for (let top = 0; top < height; top += size) {
    for (let left = 0; left < width; left += size) {
      const shift = (random() - 0.5) * 2 * deviation;
      const [red, green, blue] = mean.map((value) => Math.round(Math.min(255, Math.max(0, value + shift))));
      context.fillStyle = `rgb(${red} ${green} ${blue})`;
      context.fillRect(x + left, y + top, Math.min(size, width - left), Math.min(size, height - top));
    }
  }
}

function meanOf(data: Uint8ClampedArray, channel: number): number {
  let sum = 0;
  for (let i = channel; i < data.length; i += 4) sum += data[i] ?? 0;
  return sum / (data.length / 4);
}

/** Standard deviation of the green channel, which is closest to the lightness. */
function deviationOf(data: Uint8ClampedArray, mean: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < data.length; i += 4) sum += ((data[i] ?? 0) - (mean[1] ?? 0)) ** 2;
  return Math.sqrt(sum / (data.length / 4));
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
