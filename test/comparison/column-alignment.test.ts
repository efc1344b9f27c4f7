import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compareImages } from '../../src/infrastructure/comparison/pixels/compare-images.ts';
import type { Displacement } from '../../src/infrastructure/comparison/pixels/displacement.ts';
import { renderDiff } from '../../src/infrastructure/comparison/pixels/render-diff.ts';
import type { Box } from '../../src/infrastructure/images/geometry.ts';
import { createPicture, fillBox, type Picture, randomBytes, toPng } from '../support/pictures.ts';

const WIDTH = 200;
const SIDE = { x: 140, width: 50 };
const LINE = 20;

/** Two columns of lines; `lines` has the top of each line in the side column. */
function page(height: number, lines: readonly number[], block?: Box): Picture {
  const next = randomBytes(7);
  const words = Array.from({ length: WIDTH * LINE * 20 }, () => (next() < 100 ? 30 : 255));
  const picture = createPicture(WIDTH, height, (x, y) => {
    const line = x < 120 ? Math.floor(y / LINE) : lines.findIndex((top) => y >= top && y < top + 12);
    const row = x < 120 ? y % LINE : y - (lines[line] ?? 0);
    const isWord = x < 120 ? x >= 10 && row < 12 && line < 15 : x >= SIDE.x && x < SIDE.x + SIDE.width && line >= 0;
    const shade = isWord ? (words[(line * LINE + row) * WIDTH + x] ?? 255) : 255;
    return [shade, shade, shade];
  });
  return block ? fillBox(picture, block, [200, 120, 30]) : picture;
}

const boxes = (tops: readonly number[], x: number, width: number) => tops.map((y) => ({ x, y, width, height: 12 }));
const LINES = [0, 20, 40, 60, 80, 100, 120];
const MAIN = Array.from({ length: 15 }, (_, line) => line * LINE);

/** Pairs the lines of both columns, each within a container. */
function displacements(before: readonly number[], after: readonly number[], height: number): Displacement[] {
  const inside = (x: number, width: number, one: readonly number[], other: readonly number[]) => {
    const box = { x, y: 0, width, height };
    const parent = { baseline: box, comparison: box };
    const [baseline, comparison] = [boxes(one, x, width), boxes(other, x, width)];
    return baseline.flatMap((from, index) => {
      const to = comparison[index];
      return to ? [{ baseline: from, comparison: to, parent }] : [];
    });
  };
  return [...inside(0, 120, MAIN, MAIN), ...inside(SIDE.x, SIDE.width, before, after)];
}

async function pairOf(one: Picture, other: Picture, pairs: Displacement[]) {
  return {
    baseline: { bytes: await toPng(one), ignored: [] },
    comparison: { bytes: await toPng(other), ignored: [] },
    threshold: 0.1,
    alignRows: true,
    displacements: pairs,
  };
}

const moved = (rows: number) => LINES.map((top, index) => (index < 3 ? top : top + rows));
const block = (height: number) => ({ ...SIDE, y: 60, height });

test.each([14, 33, 60])('a block of %d rows in a column is one region of the column', async (rows) => {
  const [before, after] = [page(300, LINES), page(300, moved(rows), block(rows))];
  const pixels = rows * SIDE.width;
  const inserted = await compareImages(await pairOf(before, after, displacements(LINES, moved(rows), 300)));
  expect(inserted).toMatchObject({ width: WIDTH, height: 300, diffPixels: pixels, shifts: [] });
  expect(inserted.regions).toEqual([{ kind: 'inserted', ...block(rows), pixels, baselineY: null, comparisonY: 60 }]);
  const removed = await compareImages(await pairOf(after, before, displacements(moved(rows), LINES, 300)));
  expect(removed.regions).toEqual([{ kind: 'removed', ...block(rows), pixels, baselineY: 60, comparisonY: null }]);
});

test('a change below the block is found at its position in both images', async () => {
  const after = fillBox(page(300, moved(33), block(33)), { x: 150, y: 133, width: 10, height: 5 }, [0, 0, 255]);
  const { regions } = await compareImages(await pairOf(page(300, LINES), after, displacements(LINES, moved(33), 300)));
  expect(regions).toMatchObject([
    { kind: 'inserted', ...block(33) },
    { kind: 'changed', x: 150, y: 133, width: 10, height: 5, baselineY: 100, comparisonY: 133 },
  ]);
});

test('a change beside the block is found', async () => {
  const after = fillBox(page(300, moved(33), block(33)), { x: 30, y: 133, width: 10, height: 5 }, [0, 0, 255]);
  const { regions } = await compareImages(await pairOf(page(300, LINES), after, displacements(LINES, moved(33), 300)));
  expect(regions).toMatchObject([
    { kind: 'inserted', ...block(33) },
    { kind: 'changed', x: 30, y: 133, baselineY: 133, comparisonY: 133 },
  ]);
});

test('letters that protrude from a column move with it, below a wide element that ends at a fraction of a pixel', async () => {
  const stems = (picture: Picture, tops: readonly number[]) =>
    tops.reduce((drawn, y) => fillBox(drawn, { x: SIDE.x - 1, y: y + 2, width: 1, height: 2 }, [0, 0, 0]), picture);
  const header = { x: 0, y: 0, width: WIDTH, height: 0.4 };
  const pairs = [{ baseline: header, comparison: header }, ...displacements(LINES, moved(33), 300)];
  const before = stems(page(300, LINES), LINES);
  const after = () => stems(page(300, moved(33), block(33)), moved(33));
  const inserted = { kind: 'inserted', ...block(33) };
  expect((await compareImages(await pairOf(before, after(), pairs))).regions).toMatchObject([inserted]);
  const changed = fillBox(after(), { x: SIDE.x - 1, y: 136, width: 1, height: 2 }, [255, 255, 255]);
  const { regions } = await compareImages(await pairOf(before, changed, pairs));
  expect(regions).toMatchObject([inserted, { kind: 'changed', x: SIDE.x - 1, y: 136, width: 1, height: 1 }]);
});

test('rows of a column without paired elements are compared in place', async () => {
  const pairs = displacements(LINES, LINES, 300);
  const { regions } = await compareImages(await pairOf(page(300, LINES), page(300, moved(33), block(33)), pairs));
  expect(regions.every(({ kind }) => kind === 'changed')).toBe(true);
});

test('the diff image tints the block alone', async () => {
  const pair = await pairOf(page(300, LINES), page(300, moved(33), block(33)), displacements(LINES, moved(33), 300));
  const { regions } = await compareImages(pair);
  const drawn = await sharp(await renderDiff({ ...pair, regions }))
    .raw()
    .toBuffer();
  const tinted = { left: WIDTH, right: 0, top: 300, bottom: 0 };
  for (let y = 0; y < 300; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [red, green] = drawn.subarray((y * WIDTH + x) * 3);
      if (red === green) continue;
      tinted.left = Math.min(tinted.left, x);
      tinted.right = Math.max(tinted.right, x + 1);
      tinted.top = Math.min(tinted.top, y);
      tinted.bottom = Math.max(tinted.bottom, y + 1);
    }
  expect(tinted).toEqual({ left: 140, right: 190, top: 60, bottom: 93 });
});
