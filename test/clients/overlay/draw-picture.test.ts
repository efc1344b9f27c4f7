import sharp from 'sharp';
import { expect, test } from 'vitest';
import { configured, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const pictureIn = (body: Record<string, unknown> | undefined) =>
  ((body?.metadata as { diagnostics?: { picture?: string } })?.diagnostics?.picture ?? '') as string;

/** Opens the form, the choice of what is sent, and the frame. */
async function openFrame({ page, choose, see }: OverlayPage) {
  await choose('h1');
  await (await see('.draw')).click();
  const frame = await (await see('iframe')).contentFrame();
  if (!frame) throw new Error('The frame has no page');
  await frame.waitForSelector('#done', { visible: true });
  const box = await (await frame.$('#picture'))?.boundingBox();
  if (!box) throw new Error('The picture has no box');
  return { frame, page, box };
}

test.each([1_280, 390])('the picture that was drawn on is previewed and sent, at %i pixels', async (width) => {
  const overlay = await bench.show(`<meta name="viewport" content="width=device-width">${configured(bench)}`);
  await overlay.page.setViewport({ width, height: 700, isMobile: width === 390, hasTouch: width === 390 });
  const { page, box } = await openFrame(overlay);
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.8, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('Enter');
  await overlay.unsee('iframe');
  expect(await page.evaluate("document.querySelector('svc-overlay').shadowRoot.activeElement.textContent")).toBe(
    'Draw',
  );
  const red = await page.evaluate(() => {
    const canvas = document.querySelector('svc-overlay')?.shadowRoot?.querySelector('canvas');
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let count = 0;
    // Pixels of a thin line are mixed with the background, differently on each processor.
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 0) - (data[i + 1] ?? 0) > 60) count++;
    return count;
  });
  expect(red).toBeGreaterThan(100);
  await overlay.write('See the arrow');
  await expect.poll(() => bench.double.created.length).toBe(1);
  const { picture, metadata } = bench.double.created[0]?.body ?? {};
  expect(picture).toMatch(/^data:image\/webp;base64,/);
  expect(metadata).toMatchObject({ diagnostics: { drawn: true } });
  expect(metadata).not.toHaveProperty('diagnostics.picture');
});

test.each([1, 2, 3])('is sent in the resolution of the screen, at %i device pixels', async (deviceScaleFactor) => {
  const overlay = await bench.show(configured(bench));
  await overlay.page.setViewport({ width: 1_280, height: 700, deviceScaleFactor });
  const { page, frame, box } = await openFrame(overlay);
  const drawnOn = await frame.$eval('#picture', (canvas) => [
    (canvas as HTMLCanvasElement).width,
    (canvas as HTMLCanvasElement).height,
  ]);
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 100, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('Enter');
  await overlay.unsee('iframe');
  await overlay.write('See the arrow');
  await expect.poll(() => bench.double.created.length).toBe(1);
  const picture = String(bench.double.created[0]?.body.picture);
  const { width = 0, height = 0 } = await sharp(Buffer.from(picture.split(',')[1] ?? '', 'base64')).metadata();
  expect([width, height]).toEqual(drawnOn);
  expect(width).toBeGreaterThanOrEqual(480 * deviceScaleFactor);
  expect(picture.length).toBeLessThan(400_000);
});

test('Escape keeps the picture, the form and its text', async () => {
  const overlay = await bench.show(configured(bench));
  await overlay.choose('h1');
  await (await overlay.see('textarea')).type('Kept');
  await overlay.click('.draw');
  await (await overlay.see('iframe')).contentFrame();
  await overlay.page.frames().at(-1)?.waitForSelector('#done', { visible: true });
  await overlay.page.keyboard.press('Escape');
  await overlay.unsee('iframe');
  expect(await (await overlay.see('textarea')).evaluate((field) => (field as HTMLTextAreaElement).value)).toBe('Kept');
});

test('a page whose policy forbids the frame sends the picture as it is, and says so', async () => {
  const overlay = await bench.show(
    `<meta http-equiv="content-security-policy" content="frame-src 'none'">${configured(bench)}`,
  );
  await overlay.choose('h1');
  await overlay.click('.draw');
  expect(await overlay.text('.toast')).toContain('sent as it is');
  await overlay.write('Without');
  await expect.poll(() => bench.double.created.length).toBe(1);
  expect(pictureIn(bench.double.created[0]?.body)).toMatch(/^data:image/);
  expect(bench.double.created[0]?.body.metadata).not.toHaveProperty('diagnostics.drawn');
});
