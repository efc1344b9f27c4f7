import { expect, test } from 'vitest';
import { configured, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

/**
 * Returns a target with this content at the window's corner. Its picture shows 580 pixels of the
 * page: the target and its margin.
 */
const placed = (content: string) =>
  `<style>body { margin: 0 }</style><div id="place" style="position:relative;width:400px;height:200px">${content}</div>`;

/**
 * Picks the target and reads its picture.
 *
 * @returns a function that reads a rectangle of the window: red, green and blue of each pixel, row
 * by row
 */
async function pictureOf(content: string) {
  const { page, choose, click, see } = await bench.show(configured(bench), placed(content));
  await choose('#place', 0.95, 0.05);
  await click('.change');
  await see('figure canvas');
  return (x: number, y: number, width: number, height: number): Promise<number[][][]> =>
    page.evaluate(
      (box) => {
        const canvas = document.querySelector('svc-overlay')?.shadowRoot?.querySelector('canvas');
        const [left = 0, top = 0, wide = 1, high = 1] = box.map((part) => (part * (canvas?.width ?? 0)) / 580);
        const image = canvas?.getContext('2d')?.getImageData(left, top, wide, high);
        if (!image) throw new Error('There is no picture');
        return Array.from({ length: image.height }, (_, row) =>
          Array.from({ length: image.width }, (_, column) =>
            Array.from(image.data.slice(4 * (row * image.width + column)).slice(0, 3)),
          ),
        );
      },
      [x, y, width, height],
    );
}

test('translucent elements are painted with their opacity, descendants included', async () => {
  const read = await pictureOf(`<div style="position:absolute;inset:0;background:#000;opacity:0.5">
    <div style="width:200px;height:200px;background:#fff;opacity:0.4"></div></div>`);
  const greyAt = async (x: number) => (await read(x, 100, 2, 2))[0]?.[0]?.[0];
  // Half black over white; at the left, a fifth white on top.
  for (const [x, gray] of [
    [300, 127],
    [100, 153],
  ] as const)
    expect(Math.abs(Number(await greyAt(x)) - gray), `at ${x}`).toBeLessThan(6);
});

test('slotted elements and texts are painted, texts in the colors of their slot', async () => {
  const read =
    await pictureOf(`<div id="card"><p slot="head" style="margin:0;height:50px;background:rgb(200,30,30)"></p>
    Loose words<i slot="nowhere" style="display:block;height:200px;background:#00f"></i></div><script>
      document.querySelector('#card').attachShadow({ mode: 'open' }).innerHTML =
        '<div style="background:#ff0"><slot name="head"></slot><slot style="color:#0a0">Nothing</slot></div>'</script>`);
  expect((await read(100, 20, 2, 2))[0]?.[0]).toEqual([200, 30, 30]);
  const below = (await read(0, 52, 120, 18)).flat();
  expect(below).toContainEqual([255, 255, 0]);
  expect(below.some(([red = 0, green = 0]) => green > red + 80)).toBe(true);
});

test.each(['zoom:3', 'transform:scale(3)', 'scale:3', 'transform:rotate(180deg) scale(3);left:180px;top:120px'])(
  'words have their visible size: %s',
  async (style) => {
    const read = await pictureOf(`<b style="position:absolute;width:60px;height:40px;transform-origin:0 0;${style}">
      <span style="font:20px/40px sans-serif;color:#c00">HHHH</span></b>`);
    const rows = (await read(0, 0, 180, 120)).map((row) => row.some(([red = 0, green = 0]) => red > green + 100));
    // A capital letter is 14 pixels high, times three; the picture is 480 pixels wide.
    expect(rows.filter(Boolean).length).toBeGreaterThan(28);
  },
);
