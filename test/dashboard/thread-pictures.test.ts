// Cost: about 20 s, one browser and one service.
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createPicture, toPng } from '../support/pictures.ts';
import { pageElement, storeLocatedSnapshot } from '../support/snapshots.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const owner = useOwner(app, beforeEach);
const project = useProject(app, owner, beforeEach);

const PAGE = createPicture(1280, 900, (x, y) =>
  y < 90 ? [28, 53, 94] : x % 320 < 300 ? [250, 246, 240] : [230, 220, 205],
);

/** Writes a comment of a visitor with a picture of 300 × 180 pixels, and captures its page. */
async function write(content: string, metadata: object, diagnostics: object, box: [number, number, number, number]) {
  const sent = await sharp(await toPng(createPicture(300, 180, () => [200, 60, 40])))
    .webp()
    .toBuffer();
  const picture = `data:image/webp;base64,${sent.toString('base64')}`;
  const { body } = await rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': project.projectKey },
    body: {
      content,
      url: 'https://shop.example/cart',
      metadata: { selector: '#cards', text: 'Cards', ...metadata, diagnostics: { picture, ...diagnostics } },
    },
  });
  const elements = [pageElement('#cards', box, { tag: 'section', text: 'Cards' })];
  await storeLocatedSnapshot(app, owner, { projectId: project.id, picture: PAGE, elements });
  return body.id as string;
}

const open = (id: string, size?: { width: number; height: number }) =>
  logIn(owner, `/projects/${project.id}/comments/${id}`, size);
const CARDS: [number, number, number, number] = [40, 120, 900, 300];

test('what the visitor drew is first, and the capture follows; both enlarge', async () => {
  const dashboard = await open(await write('See the arrow', {}, { drawn: true }, CARDS));
  const { page } = dashboard;
  const picture = await page.waitForSelector('article figure button img[alt="Picture of the element of comment 1"]');
  await expect.poll(() => picture?.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300);
  // The row of the list shows it, too.
  await page.waitForSelector('ol li img[src*="/o/"]');
  await dashboard.click('button', 'Picture of the element of comment 1');
  await page.waitForSelector('dialog[open] img[alt="Picture of the element of comment 1"]');
  const shownWidth = () => page.$eval('dialog[open] img', (image) => Math.round(image.getBoundingClientRect().width));
  await expect.poll(shownWidth).toBe(600);
  await page.keyboard.press('1');
  await expect.poll(shownWidth).toBe(300);
  await dashboard.click('button', 'Zoom in');
  await expect.poll(shownWidth).toBe(375);
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.click('button', 'Close');
  await page.waitForSelector('dialog[open]', { hidden: true });
  await dashboard.click('radio', 'Now');
  await page.waitForSelector('article figure [role="img"]');
  expect(await dashboard.violations()).toEqual([]);
  expect(dashboard.problems).toEqual([]);
});

test('an area is outlined as it was drawn, and the capture is first without a drawing', async () => {
  const area = { x: 0, y: 0, width: 0.5, height: 1 };
  const dashboard = await open(await write('These two', { area }, {}, CARDS));
  const outline = await dashboard.page.waitForSelector('article figure [role="img"] img + div');
  expect(await outline?.evaluate((element) => (element as HTMLElement).style.width)).toBe('450px');
  await dashboard.page.waitForSelector('ol li img[src*="_thumbnail.webp"]');
});

test('of an element that is hidden in the capture, the picture that was sent is shown, and why', async () => {
  const dashboard = await open(await write('In the dialog', {}, {}, [0, 0, 0, 0]));
  await dashboard.see('No capture shows this');
  await dashboard.page.waitForSelector('article figure button img[src*="/o/"]');
  await dashboard.page.waitForSelector('ol li img[src*="/o/"]');
  expect(await dashboard.page.$('article figure input')).toBeNull();
});
