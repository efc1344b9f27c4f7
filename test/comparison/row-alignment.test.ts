import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareImages } from '../../src/infrastructure/comparison/pixels/compare-images.ts';
import { matchRows } from '../../src/infrastructure/comparison/pixels/match-rows.ts';
import { alignedSegments } from '../../src/infrastructure/comparison/pixels/row-alignment.ts';
import type { Box } from '../../src/infrastructure/images/geometry.ts';
import { hashTiles } from '../../src/infrastructure/images/tile-hashes.ts';
import { createPicture, cropRows, fillBox, type Picture, randomBytes, stackRows, toPng } from '../support/pictures.ts';

const WIDTH = 120;

/** Page-like image: unique lines with white in between. */
function page(rows: number, seed = 1): Picture {
  const next = randomBytes(seed);
  const words = Array.from({ length: rows * WIDTH }, () => (next() < 100 ? 30 : 255));
  return createPicture(WIDTH, rows, (x, y) => {
    const shade = y % 20 < 12 && x > 10 && x < 100 ? (words[y * WIDTH + x] ?? 255) : 255;
    return [shade, shade, shade];
  });
}

const banner = (rows: number) => createPicture(WIDTH, rows, () => [200, 30, 30]);

async function compared(one: Picture, other: Picture, more: { ignored?: Box[]; alignRows?: boolean } = {}) {
  const side = async (of: Picture, ignored: Box[] = []) => ({
    bytes: await toPng(of),
    tileHashes: await hashTiles(of.pixels, of),
    ignored,
  });
  return compareImages({
    baseline: await side(one),
    comparison: await side(other, more.ignored),
    threshold: 0.1,
    alignRows: more.alignRows ?? true,
  });
}

describe('a banner', () => {
  const before = page(400);
  const inserted = stackRows(cropRows(before, 0, 100), banner(60), cropRows(before, 100, 400));
  const box = { x: 0, y: 100, width: WIDTH, height: 60, pixels: 60 * WIDTH };

  test('inserted is one change', async () => {
    expect(await compared(before, inserted)).toMatchObject({
      width: WIDTH,
      height: 460,
      diffPixels: 60 * WIDTH,
      regions: [{ kind: 'inserted', ...box, baselineY: null, comparisonY: 100 }],
      shifts: [{ kind: 'inserted', y: 100, rows: 60 }],
    });
  });

  test('removed is one change', async () => {
    expect(await compared(inserted, before)).toMatchObject({
      height: 460,
      regions: [{ kind: 'removed', ...box, baselineY: 100, comparisonY: null }],
      shifts: [{ kind: 'removed', y: 100, rows: 60 }],
    });
  });

  test('and a change below it are two changes, each at its position', async () => {
    const other = fillBox(inserted, { x: 30, y: 300, width: 10, height: 5 }, [0, 0, 255]);
    const { regions } = await compared(before, other);
    expect(regions).toMatchObject([
      { kind: 'inserted', ...box },
      { kind: 'changed', x: 30, width: 10, y: 300, baselineY: 240, comparisonY: 300 },
    ]);
  });

  test('in an image of constant height removes the last rows', async () => {
    const { height, regions, shifts } = await compared(before, cropRows(inserted, 0, 400));
    expect(height).toBe(460);
    expect(regions).toMatchObject([
      { kind: 'inserted', ...box },
      { kind: 'removed', y: 400, height: 60, baselineY: 340 },
    ]);
    expect(shifts).toEqual([{ kind: 'inserted', y: 100, rows: 60 }]);
  });

  test('counts as everything that moved, without row alignment', async () => {
    const result = await compared(before, inserted, { alignRows: false });
    expect(result).toMatchObject({ height: 460, shifts: [] });
    expect(result.diffPixels).toBeGreaterThan(100 * WIDTH);
  });

  test('that is ignored is not a change, but still a shift', async () => {
    const { regions, shifts } = await compared(before, inserted, {
      ignored: [{ x: 0, y: 100, width: 900, height: 60 }],
    });
    expect(regions).toEqual([]);
    expect(shifts).toEqual([{ kind: 'inserted', y: 100, rows: 60 }]);
  });
});

test('a banner and a change are found on a page of 32,000 rows', async () => {
  const before = page(32_000);
  const after = fillBox(stackRows(banner(66), before), { x: 20, y: 31_900, width: 30, height: 5 }, [0, 0, 255]);
  const { regions, height } = await compared(before, after);
  expect(height).toBe(32_066);
  expect(regions).toMatchObject([
    { kind: 'inserted', x: 0, y: 0, width: WIDTH, height: 66 },
    { kind: 'changed', x: 20, y: 31_900, width: 30, height: 5, baselineY: 31_834 },
  ]);
});

test('ten thousand runs of two equal rows, each at another offset, are dropped', () => {
  const before = Array.from({ length: 20_000 }, (_, row) => row);
  const after = before.flatMap((row) => (row % 2 === 0 ? [row] : [row, -row]));
  const runs = matchRows(before, after);
  expect(runs).toHaveLength(10_000);
  const segments = alignedSegments(runs, 0, { width: 1, height: before.length }, { width: 1, height: after.length });
  expect(segments.map(({ kind, rows }) => [kind, rows])).toEqual([
    ['both', 20_000],
    ['inserted', 10_000],
  ]);
});

test('rows added at the end are not a shift', async () => {
  const { regions, shifts } = await compared(page(200), stackRows(page(200), banner(30)));
  expect(regions).toMatchObject([{ kind: 'inserted', y: 200, height: 30 }]);
  expect(shifts).toEqual([]);
});

test('a section that grew is changed at its position and inserted by its growth', async () => {
  const [top, bottom] = [page(200, 3), page(200, 4)];
  const { regions, height } = await compared(
    stackRows(top, banner(40), bottom),
    stackRows(
      top,
      createPicture(WIDTH, 70, () => [0, 120, 0]),
      bottom,
    ),
  );
  expect(height).toBe(470);
  expect(regions).toMatchObject([
    { kind: 'changed', y: 200, height: 40 },
    { kind: 'inserted', y: 240, height: 30 },
  ]);
});

test('images without common rows are compared in place', async () => {
  const { shifts, height } = await compared(page(300, 5), page(260, 6));
  expect([shifts, height]).toEqual([[], 300]);
});

test('a few equal rows elsewhere are not a shift', async () => {
  const [one, other] = [page(300, 7), page(300, 8)];
  const stray = cropRows(page(20, 9), 0, 6);
  const { shifts } = await compared(
    stackRows(cropRows(one, 0, 100), stray, cropRows(one, 106, 300)),
    stackRows(cropRows(other, 0, 140), stray, cropRows(other, 146, 300)),
  );
  expect(shifts).toEqual([]);
});

test('removed and inserted rows are found, whatever their content', async () => {
  const place = fc.integer({ min: 20, max: 380 });
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 24, max: 200 }), fc.integer(), async (at, rows, seed) => {
      const before = page(400, seed);
      const after = stackRows(cropRows(before, 0, at), banner(rows), cropRows(before, at, 400));
      const result = await compared(before, after);
      expect(result.diffPixels).toBe(rows * WIDTH);
      expect((await compared(after, before)).diffPixels).toBe(rows * WIDTH);
    }),
    { numRuns: 40 },
  );
});

test('matched rows are equal and in order on both sides', () => {
  const rows = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 });
  fc.assert(
    fc.property(rows, rows, (a, b) => {
      let [fromA, fromB] = [0, 0];
      for (const run of matchRows(a, b)) {
        expect(run.rows).toBeGreaterThan(0);
        expect(run.a).toBeGreaterThanOrEqual(fromA);
        expect(run.b).toBeGreaterThanOrEqual(fromB);
        [fromA, fromB] = [run.a + run.rows, run.b + run.rows];
        expect(a.slice(run.a, fromA)).toEqual(b.slice(run.b, fromB));
      }
      expect(Math.max(fromA - a.length, fromB - b.length)).toBeLessThanOrEqual(0);
    }),
  );
  expect(matchRows([1, 2, 3], [1, 2, 3])).toEqual([{ a: 0, b: 0, rows: 3 }]);
});
