import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import pixelmatch from 'pixelmatch';
import { expect, test } from 'vitest';
import { compareImages } from '../../src/infrastructure/comparison/pixels/compare-images.ts';
import { inspectImage } from '../../src/infrastructure/images/inspect-image.ts';
import { hashTiles } from '../../src/infrastructure/images/tile-hashes.ts';
import { createPicture, cropRows, drawSvg, fillBox, type Picture, randomBytes, toPng } from '../support/pictures.ts';

/** Returns pixelmatch's count for the whole images. */
const counted = (one: Picture, other: Picture, threshold: number, checkerboard = false): number =>
  pixelmatch(one.pixels, other.pixels, undefined, one.width, one.height, { threshold, checkerboard });

const input = async (of: Picture, hashed: boolean) => ({
  bytes: await toPng(of),
  tileHashes: hashed ? await hashTiles(of.pixels, of) : undefined,
  ignored: [],
});

async function compared(one: Picture, other: Picture, threshold: number, hashed = true) {
  const [baseline, comparison] = await Promise.all([input(one, hashed), input(other, hashed)]);
  return compareImages({ baseline, comparison, threshold, alignRows: false });
}

/**
 * Thresholds with known counts of pixelmatch 7.2.0. A version that counts differently would change
 * every stored result.
 */
const THRESHOLDS = [0, 0.05, 0.1, 0.3];
test.each([
  ['price', [31, 28, 25, 20]],
  ['soft-text', [518, 365, 288, 11]],
  ['gradient', [10_238, 157, 0, 0]],
  ['shapes', [204, 159, 131, 47]],
  ['translucent', [4_907, 0, 0, 0]],
  ['button', [4_264, 4_264, 4_264, 0]],
])('fixture %s has the known counts', async (name, counts) => {
  const read = (when: string) => readFile(new URL(`fixtures/${name}.${when}.png`, import.meta.url));
  const side = async (bytes: Buffer) => ({ bytes, tileHashes: (await inspectImage(bytes)).tileHashes, ignored: [] });
  const [baseline, comparison] = [await side(await read('before')), await side(await read('after'))];
  // Without moved rows, alignment changes nothing.
  for (const alignRows of [false, true]) {
    const found = THRESHOLDS.map((threshold) => compareImages({ baseline, comparison, threshold, alignRows }));
    expect((await Promise.all(found)).map(({ diffPixels }) => diffPixels)).toEqual(counts);
  }
});

const size = fc.record({ width: fc.integer({ min: 1, max: 48 }), height: fc.integer({ min: 1, max: 170 }) });
const threshold = fc.oneof(fc.constantFrom(0, 0.1, 1), fc.double({ min: 0, max: 1, noNaN: true }));

/**
 * Kinds of images that cover every branch of pixelmatch: a color per position, few or many colors.
 */
const KINDS: Record<string, (seed: number) => (x: number, y: number) => [number, number, number, number?]> = {
  noise: (seed) => {
    const next = randomBytes(seed);
    return () => [next(), next(), next()];
  },
  'translucent noise': (seed) => {
    const next = randomBytes(seed);
    return () => [next(), next(), next(), next()];
  },
  'few colors': (seed) => {
    const next = randomBytes(seed);
    return () => (next() < 200 ? [255, 255, 255] : [(next() >> 6) * 85, 0, 0]);
  },
  gradient: (seed) => (x, y) => [(x * 5 + seed) & 255, (y * 3) & 255, (x + y) & 255],
  'soft edges': (seed) => (x, y) => {
    const distance = Math.hypot(x - 20 - (seed % 7) / 3, y - 40 - (seed % 11) / 4) - 14;
    const shade = Math.round(Math.min(1, Math.max(0, distance + 0.5)) * 255);
    return [shade, shade, shade];
  },
  'translucent soft edges': (seed) => (x, y) => {
    const distance = Math.abs(((x + y / 3 + (seed % 9) / 4) % 16) - 8) - 4;
    return [seed & 255, 60, 120, Math.round(Math.min(1, Math.max(0, distance + 0.5)) * 255)];
  },
  'text-like': (seed) => (x, y) =>
    ((x * 7 + seed) ^ (y * 13)) % 5 === 0 && y % 12 < 8 ? [40, 40, 40] : [255, 255, 255],
};

const kind = fc.constantFrom(...Object.keys(KINDS));
const drawnBy = (name: string, seed: number, { width, height }: { width: number; height: number }) =>
  createPicture(width, height, (KINDS[name] ?? (() => () => [0, 0, 0] as [number, number, number]))(seed));

test('the count equals pixelmatch over the whole images', async () => {
  await fc.assert(
    fc.asyncProperty(size, kind, kind, fc.integer(), fc.integer(), threshold, async (of, a, b, one, two, limit) => {
      const [left, right] = [drawnBy(a, one, of), drawnBy(b, two, of)];
      expect((await compared(left, right, limit)).diffPixels).toBe(counted(left, right, limit));
    }),
    { numRuns: 150 },
  );
});

test('the count equals pixelmatch for small differences, with and without tile hashes', async () => {
  const spot = fc.record({
    x: fc.nat(47),
    y: fc.nat(169),
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(
      size,
      kind,
      fc.array(spot, { minLength: 1, maxLength: 4 }),
      fc.integer(),
      threshold,
      fc.boolean(),
      async (of, name, spots, seed, limit, hashed) => {
        const left = drawnBy(name, seed, of);
        const next = randomBytes(seed);
        const right = spots.reduce((result, box) => fillBox(result, box, [next(), next(), next()]), left);
        expect((await compared(left, right, limit, hashed)).diffPixels).toBe(counted(left, right, limit));
      },
    ),
    { numRuns: 150 },
  );
});

test('opaque images count as with pixelmatch’s defaults', async () => {
  const page = (dx: number, words: string) =>
    drawSvg(
      `<circle cx="${60 + dx}" cy="90" r="40" fill="#27c"/><path d="M10 300 Q 100 ${200 + dx} 190 300" stroke="#111" fill="none"/>
       <text x="${10 + dx}" y="180" font-size="18" font-family="sans-serif">${words}</text>`,
      200,
      330,
    );
  const [left, right] = [await page(0, 'Total: 49 €'), await page(0.4, 'Total: 59 €')];
  for (const limit of [0, 0.02, 0.1, 0.35, 0.8, 1]) {
    const { diffPixels } = await compared(left, right, limit);
    expect(diffPixels).toBe(pixelmatch(left.pixels, right.pixels, undefined, 200, 330, { threshold: limit }));
  }
  // Anti-aliasing is detected; otherwise more pixels would count.
  const { diffPixels } = await compared(left, right, 0.1);
  const withSoftEdges = pixelmatch(left.pixels, right.pixels, undefined, 200, 330, { includeAA: true });
  expect(diffPixels).toBeGreaterThan(20);
  expect(withSoftEdges).toBeGreaterThan(diffPixels);
});

test('for different sizes, the shared area counts as in pixelmatch, and the rest entirely', async () => {
  const other = { width: fc.integer({ min: 1, max: 48 }), height: fc.integer({ min: 1, max: 170 }) };
  await fc.assert(
    fc.asyncProperty(size, fc.record(other), kind, fc.integer(), threshold, async (one, two, name, seed, limit) => {
      const [left, right] = [drawnBy(name, seed, one), drawnBy(name, seed + 1, two)];
      const shared = { width: Math.min(one.width, two.width), height: Math.min(one.height, two.height) };
      const part = (of: Picture) => cropRows(of, 0, shared.height, shared.width);
      const alone = one.width * one.height + two.width * two.height - 2 * shared.width * shared.height;
      const result = await compared(left, right, limit);
      expect(result.diffPixels).toBe(counted(part(left), part(right), limit) + alone);
      expect(result).toMatchObject({
        width: Math.max(one.width, two.width),
        height: Math.max(one.height, two.height),
        shifts: [],
      });
    }),
    { numRuns: 100 },
  );
});

test('regions contain every differing pixel once and do not overlap', async () => {
  await fc.assert(
    fc.asyncProperty(size, fc.integer(), threshold, async (of, seed, limit) => {
      const [left, right] = [drawnBy('few colors', seed, of), drawnBy('few colors', seed + 1, of)];
      const mask = new Uint8Array(left.pixels.length);
      pixelmatch(left.pixels, right.pixels, mask, of.width, of.height, {
        threshold: limit,
        diffMask: true,
        checkerboard: false,
      });
      const { regions } = await compared(left, right, limit);
      for (const { x, y, width, height, pixels } of regions) {
        const inBox = cropRows({ ...of, pixels: mask }, y, y + height).pixels;
        let found = 0;
        for (let at = 0; at < inBox.length; at += 4) {
          const column = (at / 4) % of.width;
          if (inBox[at + 3] !== 0 && column >= x && column < x + width) found++;
        }
        expect(found).toBe(pixels);
      }
      expect(regions.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(counted(left, right, limit));
    }),
    { numRuns: 60 },
  );
});
