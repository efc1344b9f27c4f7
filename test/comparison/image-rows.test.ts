import { expect, test } from 'vitest';
import { ImageRows, SharedImage } from '../../src/infrastructure/comparison/pixels/image-rows.ts';
import { createPicture, toPng } from '../support/pictures.ts';

const size = { width: 5, height: 60 };
const picture = createPicture(size.width, size.height, (x, y) => [x, y, 0]);
const rowsOf = (top: number, bottom: number) =>
  Array.from(picture.pixels.subarray(top * size.width * 4, bottom * size.width * 4));

test('rows of the frame are decoded once, in whatever order they are requested', async () => {
  const image = new ImageRows(await toPng(picture), 'baseline', size, [], { width: 5, top: 8, bottom: 40 });
  const below = await image.rows(10, 30);
  const above = await image.rows(8, 12);
  expect(Array.from(below)).toEqual(rowsOf(10, 30));
  expect(Array.from(above)).toEqual(rowsOf(8, 12));
  expect(above.buffer).toBe(below.buffer);
});

test('rows above the frame are decoded when they are requested', async () => {
  const image = new ImageRows(await toPng(picture), 'baseline', size, [], { width: 5, top: 8, bottom: 40 });
  await image.rows(10, 30);
  expect(Array.from(await image.rows(2, 9))).toEqual(rowsOf(2, 9));
});

test.each([
  [0, 60],
  [20, 25],
])('without a frame, rows %d to %d are those of the image', async (top, bottom) => {
  const image = new ImageRows(await toPng(picture), 'baseline', size);
  expect(Array.from(await image.rows(top, bottom))).toEqual(rowsOf(top, bottom));
});

test('an image is decoded once for its readers, and none sees what another paints', async () => {
  const bytes = new Uint8Array(await toPng(picture));
  const shared = new SharedImage(bytes, 'baseline', size);
  const painted = new ImageRows(shared, 'baseline', size, [{ x: 0, y: 0, width: 5, height: 60 }]);
  expect(Array.from(await painted.rows(0, 1)).slice(0, 4)).toEqual([0, 0, 0, 255]);
  // Another decoding would fail.
  bytes.fill(0);
  expect(Array.from(await new ImageRows(shared, 'baseline', size).rows(20, 25))).toEqual(rowsOf(20, 25));
  const framed = new ImageRows(shared, 'baseline', size, [], { width: 5, top: 8, bottom: 40 });
  expect(Array.from(await framed.rows(10, 30))).toEqual(rowsOf(10, 30));
});

test('a part of the columns is decoded by its reader', async () => {
  const shared = new SharedImage(await toPng(picture), 'baseline', size);
  const narrow = new ImageRows(shared, 'baseline', size, [], { width: 2, top: 0, bottom: 60 });
  expect(Array.from(await narrow.rows(3, 4))).toEqual(rowsOf(3, 4).slice(0, 8));
});
