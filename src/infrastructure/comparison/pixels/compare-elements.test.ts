import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Box } from '../../images/geometry.ts';
import { compareElements } from './compare-elements.ts';

const draw = (shapes: string, scale = 1): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${200 * scale}" height="${200 * scale}" viewBox="0 0 200 200">
      <rect width="200" height="200" fill="white"/>${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();
const star = (x: number, y: number, color = '#246') =>
  `<path transform="translate(${x} ${y})" fill="${color}" d="M20 2l5 12 13 1-10 8 3 13-11-7-11 7 3-13-10-8 13-1z"/>`;
const card = ({ x, y, width, height }: Box, color = '#a33') =>
  `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="4" fill="#fec" stroke="${color}"/>`;
const box = (x: number, y: number, width = 40, height = 40): Box => ({ x, y, width, height });

async function compare(before: string, after: string, one: Box, other: Box, scale = 1) {
  const images = { baseline: await draw(before, scale), comparison: await draw(after, scale) };
  const [found] = await compareElements(images, [{ baseline: one, comparison: other }], { scale, threshold: 0.1 });
  return found;
}

test.each([
  ['the same place', star(10, 10), box(10, 10)],
  ['another place', star(90, 120), box(90, 120)],
  ['a box that is rounded otherwise', star(90, 120), box(91, 119)],
  ['half a pixel', star(90.5, 120.5), box(90, 121)],
  ['a third of a pixel', star(10.3, 10), box(10, 10)],
  ['a neighbor that changed', star(10, 10) + card(box(55, 10)), box(10, 10)],
])('an element at %s is equal', async (_name, after, other) => {
  expect(await compare(star(10, 10), after, box(10, 10), other)).toMatchObject({ pixels: 0 });
});

test.each([
  ['another color', star(10, 10, '#c22')],
  ['another form', card(box(10, 10))],
  ['nothing', ''],
  ['a line through it', `${star(10, 10)}<rect x="10" y="44" width="40" height="1.5" fill="#246"/>`],
])('an element with %s differs', async (_name, after) => {
  const found = await compare(star(10, 10), after, box(10, 10), box(10, 10));
  expect(found?.pixels).toBeGreaterThan(5);
});

test('a box that grew by blank space is equal', async () => {
  expect(await compare(star(10, 10), star(10, 90), box(10, 10), box(10, 90, 90, 60))).toMatchObject({ pixels: 0 });
});

test('a button that grew by its own surface is another one', async () => {
  const button = ({ x, y, width, height }: Box, fill = '#064') =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>${star(x + (width - 40) / 2, y + (height - 40) / 2, '#fff')}`;
  const [small, wide] = [box(20, 20, 60, 44), box(20, 20, 160, 44)];
  expect((await compare(button(small), button(wide), small, wide))?.pixels).toBeGreaterThan(1_000);
  expect((await compare(button(wide), button(small), wide, small))?.pixels).toBeGreaterThan(1_000);
  // A surface of the color of the page shows no size.
  const star246 = (at: Box) => star(at.x + (at.width - 40) / 2, at.y + 2);
  expect(await compare(star246(small), star246(wide), small, wide)).toMatchObject({ pixels: 0 });
});

test('a frame that was stretched says so, and one with other content does not', async () => {
  const [small, large] = [box(10, 10, 60, 40), box(10, 10, 60, 90)];
  expect(await compare(card(small), card(large), small, large)).toMatchObject({ isStretched: true });
  expect(await compare(card(small), card(large) + star(20, 50), small, large)).toMatchObject({ isStretched: false });
  const wide = box(10, 10, 120, 40);
  expect(await compare(card(small), card(wide), small, wide)).toMatchObject({ isStretched: true });
});

test('boxes are CSS pixels, and parts outside of the image do not count', async () => {
  expect(await compare(star(10, 10), star(91, 120), box(10, 10), box(90, 121), 2)).toMatchObject({
    pixels: 0,
    total: 6400,
  });
  expect(await compare(star(10, 10), star(10, 180), box(10, 10), box(10, 180))).toMatchObject({
    pixels: 0,
    total: 800,
  });
  expect(await compare(star(10, 10), star(10, 10), box(10, 10), box(10, 300))).toBeNull();
});
