// Cost: about 15 s, one browser and one service.
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { createPicture } from '../support/pictures.ts';
import { pageElement, storeLocatedSnapshot } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const URL_OF_PAGE = 'https://shop.example/cart';
const SIZE = { width: 800, height: 600 };
const BUTTON = { x: 100, y: 300, width: 160, height: 40 };
const TITLE = { x: 100, y: 80, width: 400, height: 60 };
const boxOf = ({ x, y, width, height }: typeof BUTTON): [number, number, number, number] => [x, y, width, height];
const ELEMENTS = [
  pageElement('body', [0, 0, SIZE.width, SIZE.height], { tag: 'body', text: 'Cart Buy' }),
  pageElement('#title', boxOf(TITLE), { tag: 'h1', text: 'Cart' }),
  pageElement('#buy', boxOf(BUTTON), { tag: 'button', text: 'Buy' }),
];
const PICTURE = createPicture(SIZE.width, SIZE.height, () => [230, 226, 220]);

let owner: TestUser;
let project: { id: string };
beforeEach(async () => {
  owner = await registerUser(app, 'Ada');
  project = await createProject(app, owner);
  const body = { projectId: project.id, name: 'Production', kind: 'production', url: 'https://shop.example' };
  await rest(app, 'POST', '/environments', { token: owner.token, body });
});

const annotate = (selector: string, content: string) =>
  createAnnotation(app, owner, project.id, { url: URL_OF_PAGE, content, metadata: { selector } });
const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const list = async () =>
  (await rest(app, 'GET', `/annotations/project/${project.id}`, { token: owner.token })).body as {
    id: string;
    content: string;
    metadata: { selector?: string };
  }[];
const capture = () => storeLocatedSnapshot(app, owner, { projectId: project.id, picture: PICTURE, elements: ELEMENTS });

/** Clicks the picture in the middle of an element. */
async function clickPicture({ page }: DashboardPage, { x, y, width, height }: typeof BUTTON): Promise<void> {
  const layer = await page.waitForSelector('button[aria-label^="Place on the picture"]');
  const box = await layer?.boundingBox();
  if (!box) throw new Error('the picture is not shown');
  const scale = box.width / SIZE.width;
  await page.mouse.click(box.x + (x + width / 2) * scale, box.y + (y + height / 2) * scale);
}

test('a page shows its comments where their elements are, and takes comments and pins on the picture', async () => {
  const [buy, lost] = [await annotate('#buy', 'Make it larger'), await annotate('#banner', 'It covers the menu')];
  await capture();
  const narrow = await capture();
  await app.services.pool.query('UPDATE snapshots SET viewport_width = 390 WHERE id = $1', [narrow.id]);

  const dashboard = await logIn(owner, `/projects/${project.id}/pages`);
  const { page } = dashboard;
  await dashboard.see('Production 1920');
  expect(await dashboard.violations()).toEqual([]);
  await page.locator('article a ::-p-text(Cart)').click();
  const pin = `[data-pin="${buy.id}"]`;
  await page.waitForSelector(pin);
  const shift = () => page.$eval(pin, (element) => (element as HTMLElement).style.left);
  expect(await shift()).toContain(`${(BUTTON.x / SIZE.width) * 100}%`);
  expect(await page.$(`[data-pin="${lost.id}"]`)).toBeNull();
  await dashboard.see('Not on the picture of');

  // Widths, pins and threads by key.
  await page.keyboard.press(']');
  await expect.poll(() => page.url()).toContain('width=1920');
  await page.waitForSelector(pin);
  await page.keyboard.press('n');
  await page.waitForSelector(`${pin}:focus`);
  await page.waitForSelector(`[data-comment="${buy.id}"][data-hovered=true]`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('article textarea');
  expect(page.url()).toContain(`/comments/${buy.id}`);
  await page.waitForSelector(pin);
  await page.keyboard.press('Escape');
  await page.waitForSelector(`[data-comment="${buy.id}"]`);

  // A comment on the picture takes the element there.
  await page.keyboard.press('c');
  await clickPicture(dashboard, TITLE);
  await page.waitForSelector('form textarea:focus');
  await page.keyboard.type('Say what is in it');
  await page.locator('form button[type=submit]').click();
  await expect
    .poll(async () => (await list()).find(({ content }) => content.startsWith('Say'))?.metadata.selector)
    .toBe('#title');
  const [created] = await list();
  await page.waitForSelector(`[data-pin="${created?.id}"]`);

  // A lost pin is put on an element, by arrow keys.
  await dashboard.click('button', 'Choose the element');
  await page.waitForSelector('button[aria-label^="Place on the picture"]:focus');
  await page.keyboard.press('ArrowDown');
  await dashboard.see('body Cart Buy');
  await clickPicture(dashboard, BUTTON);
  await expect.poll(async () => (await read(lost.id)).domFingerprint.selector).toBe('#buy');
  await page.waitForSelector(`[data-pin="${lost.id}"]`);
  await dashboard.see('The pin of #2 is moved');

  await page.keyboard.press('h');
  await page.locator('input[type=radio]:not(:checked)').click();
  await page.waitForSelector('input[type=radio]:focus');
  await page.keyboard.press('h');
  await page.waitForSelector('input[type=radio]', { hidden: true });
  await page.keyboard.press('h');
  await dashboard.see('the activity script has not been seen');
  expect(await dashboard.violations()).toEqual([]);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  expect(await dashboard.violations()).toEqual([]);

  await page.setViewport({ width: 390, height: 844 });
  await page.waitForSelector(pin);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await dashboard.violations()).toEqual([]);
  // A message may cover the row.
  await page.focus(`[data-comment="${buy.id}"] a`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('article textarea');
  await dashboard.click('button', 'Back to the list');
  await page.waitForSelector(pin);
  expect(dashboard.problems).toEqual([]);
});

test('what others do appears without replacing the picture that is read', async () => {
  await annotate('#buy', 'Make it larger');
  const first = await capture();
  const reader = await registerMember(app, owner.organizationId, 'viewer');
  const url = `/projects/${project.id}/pages/view?url=${encodeURIComponent(URL_OF_PAGE)}`;
  const dashboard = await logIn(reader, url);
  const { page } = dashboard;
  await page.waitForSelector('[data-pin]');
  expect(await page.$('button[aria-label="Capture now"]')).toBeNull();
  const imageOf = () => page.$eval('img[alt^="Picture of"]', (image) => (image as HTMLImageElement).src);
  const shown = await imageOf();

  const later = await annotate('#title', 'Too large');
  await dashboard.see('Too large');
  await dashboard.see('Newer than this picture, or outside it');
  const darker = createPicture(SIZE.width, SIZE.height, () => [90, 90, 90]);
  await storeLocatedSnapshot(app, owner, { projectId: project.id, picture: darker, elements: ELEMENTS });
  await dashboard.see('Show the new capture');
  expect(await imageOf()).toBe(shown);
  await dashboard.click('button', 'Show the new capture');
  await page.waitForSelector(`[data-pin="${later.id}"]`);
  expect(await imageOf()).not.toBe(shown);
  await page.select('select[aria-label="Time of the capture"]', first.id);
  await expect.poll(() => page.url()).toContain(`snapshot=${first.id}`);
  await expect.poll(imageOf).toBe(shown);
  expect(dashboard.problems).toEqual([]);
});
