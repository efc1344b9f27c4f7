// Cost: about 15 s, two captures of a page in a browser, and one browser for the screens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { segmentsOf } from '../../clients/dashboard/picture/alignment.ts';
import { fitted, moved, resized, revealed, type View, zoomed } from '../../clients/dashboard/picture/view.ts';
import { page, servePages } from '../snapshots/support/pages.ts';
import { rest } from '../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';
import { type Shop, startShop } from './support/shop.ts';

const app = useTestApp({ jobs: true });
const { logIn } = useDashboard(app);

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const setScheme = async ({ page }: DashboardPage, value: 'light' | 'dark') =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
/** Places of the pictures on the screen: page before, page after. */
const boxesOf = ({ page }: DashboardPage) =>
  page.$$eval('[data-pane] img', (images) => images.map((image) => JSON.stringify(image.getBoundingClientRect())));
const parameter = ({ page }: DashboardPage, name: string) => new URL(page.url()).searchParams.get(name);

async function order(dashboard: DashboardPage, url = shop.url): Promise<void> {
  await dashboard.page.keyboard.press('n');
  await dashboard.page.waitForSelector('dialog[open] form');
  await dashboard.type('Address of the page', url);
  await dashboard.page.keyboard.press('Enter');
  await dashboard.page.waitForFunction(() => !document.querySelector('dialog[open]'));
}

const completed = (count: number, { page }: DashboardPage) =>
  page.waitForFunction((n) => document.querySelectorAll('[data-snapshot] img').length === n, {}, count);

test('a snapshot names what the page asked for and the browser of captures lacks', async () => {
  const site = await servePages({
    '/': page(`<p>Map</p><script type="module">await navigator.gpu?.requestAdapter()</script>`),
  });
  const owner = await registerUser(app, 'Ada');
  const project = await createProject(app, owner);
  const dashboard = await logIn(owner, `/projects/${project.id}/snapshots`);
  const url = `${site.url}/`;
  await dashboard.see('Capture a page twice to see what changed.');
  await order(dashboard, url);
  await completed(1, dashboard);
  await dashboard.see('The page asked for features that the capture browser lacks: WebGPU');
  await dashboard.open(`/projects/${project.id}/pages/view?url=${encodeURIComponent(url)}`);
  await dashboard.see('The page asked for features that the capture browser lacks: WebGPU');
  expect(await dashboard.violations()).toEqual([]);
  await site.close();
});

test('two captures are ordered, compared in every mode and walked through by keyboard', async () => {
  const owner: TestUser = await registerUser(app, 'Ada');
  const project = await createProject(app, owner);
  const path = `/projects/${project.id}/snapshots`;
  const dashboard = await logIn(owner, path);
  const { page } = dashboard;
  await dashboard.see('Capture a page twice to see what changed.');
  await order(dashboard);
  await completed(1, dashboard);
  shop.redesign();
  await order(dashboard);
  await completed(2, dashboard);
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(dashboard, scheme);
    expect(await dashboard.violations()).toEqual([]);
  }

  await page.focus('[data-snapshot] input');
  await page.keyboard.press('Space');
  await dashboard.see('Choose a second snapshot to compare');
  await page.focus('[data-snapshot]:last-child input');
  await page.keyboard.press('Space');
  await page.keyboard.press('c');
  await page.waitForSelector('[data-mode=side]');
  await dashboard.see('background #2458c9 → #0f8a4f');
  await dashboard.see('text “89 €” → “79 €”');
  await dashboard.see('div “Today only: free delivery on every order”\nadded');
  await dashboard.see('pixels do not show it');
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(dashboard, scheme);
    expect(await dashboard.violations()).toEqual([]);
  }

  // Everything below the inserted strip is at the same height in both pictures.
  const [, below, after] = (await boxesOf(dashboard)).map((box) => JSON.parse(box) as DOMRect);
  const strip = await page.$eval('[data-pane] [data-kind=inserted]', (mark) => mark.getBoundingClientRect().height);
  expect((below?.top ?? 0) - (after?.top ?? 0)).toBeCloseTo(strip, 0);

  await page.keyboard.press('w');
  await page.waitForSelector('[data-mode=swipe]');
  // The panes report their new size with the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => parameter(dashboard, 'mode')).toBe('swipe');
  const boxes = await boxesOf(dashboard);
  for (const [key, mode] of [
    ['o', 'onion'],
    ['ArrowLeft', 'before'],
    ['ArrowRight', 'after'],
    ['d', 'difference'],
  ] as const) {
    await page.keyboard.press(key);
    await page.waitForSelector(`[data-mode=${mode}]`);
    expect((await boxesOf(dashboard)).slice(0, boxes.length)).toEqual(boxes);
  }
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('[data-pane=difference] img');
    return image?.complete && image.naturalWidth > 0;
  });

  await page.keyboard.press('n');
  await page.waitForSelector('ol button[aria-current=true] ::-p-text(added)');
  await page.keyboard.press('n');
  await page.waitForSelector('ol button[aria-current=true] ::-p-text(background)');
  expect(parameter(dashboard, 'change')).toBe('2');
  // A zoom moves layers as they are drawn: lines get their new width at its end.
  const scales = await page.evaluate(() => {
    const stage = document.querySelector('[data-mode]');
    const marks = stage?.querySelector('[data-kind]')?.parentElement;
    if (!stage || !marks) throw new Error('no marks');
    return Array.from({ length: 6 }, () => {
      stage.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -20, cancelable: true }));
      const style = getComputedStyle(marks);
      return [style.getPropertyValue('--scale'), style.getPropertyValue('--line-scale'), style.willChange];
    });
  });
  expect(new Set(scales.map(([scale]) => scale)).size).toBe(6);
  expect(new Set(scales.map(([, lines, layer]) => `${lines} ${layer}`)).size).toBe(1);
  expect(scales[0]?.[2]).toBe('transform');
  await page.waitForFunction(
    (scale) => {
      const marks = document.querySelector('[data-kind]');
      return marks && getComputedStyle(marks).getPropertyValue('--line-scale') === scale;
    },
    {},
    scales[5]?.[0],
  );
  await page.keyboard.press('?');
  await dashboard.see('Comparison, deployment: next, previous change');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.waitForSelector('[data-mode=difference] [data-state=selected]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-snapshot]');
  expect(dashboard.problems).toEqual([]);

  const [newest, oldest] = (await rest(app, 'GET', `/v1/projects/${project.id}/snapshots`, { token: owner.token })).body
    .data;
  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const pair = `/projects/${project.id}/compare?before=${oldest.id}&after=${newest.id}`;
  const phone = await logIn(viewer, pair, { width: 390, height: 844 });
  await phone.page.waitForSelector('[data-mode=side]');
  const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(overflow).toBe(false);
  await phone.click('button', 'Next change');
  await phone.page.waitForSelector('[data-state=selected]');
  expect(await phone.violations()).toEqual([]);
  await phone.open(`/projects/${project.id}/compare?before=${newest.id}&after=${oldest.id}`);
  await phone.see('Ask an editor to compare them.');
  await phone.page.evaluate(() => localStorage.setItem('pinbound-language', 'de'));
  await phone.open(`/projects/${project.id}/compare?before=${oldest.id}&after=${newest.id}`);
  await phone.see('Hintergrund');
  expect(phone.problems).toEqual([]);
});

test('snapshots that failed or do not exist say what to do', async () => {
  const owner = await registerUser(app, 'Ada');
  const project = await createProject(app, owner);
  const closed = await startShop();
  await closed.close();
  const body = { projectId: project.id, url: closed.url };
  const { body: failed } = await rest(app, 'POST', '/v1/snapshots', { token: owner.token, body });
  const dashboard = await logIn(owner, `/projects/${project.id}/comparisons/00000000-0000-4000-8000-000000000000`);
  await dashboard.see('Choose two snapshots to compare.');
  await dashboard.open(`/projects/${project.id}/compare?before=${failed.data.id}&after=${failed.data.id}`);
  await dashboard.see('Capture the page again, then compare.');
  await dashboard.open(`/projects/${project.id}/snapshots?state=failed`);
  await dashboard.see('does not accept connections');
  await dashboard.page.select('select[aria-label=Status]', 'completed');
  await dashboard.see('No matching snapshots');
  await dashboard.click('button', 'Clear filters');
  await dashboard.page.waitForSelector('[data-snapshot]');
});

describe('the view of a picture', () => {
  const picture = { width: 1_000, height: 4_000 };
  const pane = { width: 500, height: 400 };
  const start: View = { scale: 1, x: 0, y: 0, isFit: true };
  const fit = fitted(start, picture, pane, 1);

  test('fits the width, and follows the pane until it is zoomed', () => {
    expect(fit).toEqual({ scale: 0.5, x: 0, y: 0, isFit: true });
    expect(resized(fit, picture, { width: 250, height: 400 }, 1).scale).toBe(0.25);
    expect(fitted(start, picture, { width: 2_000, height: 400 }, 1)).toMatchObject({ scale: 1, x: -500 });
    const near = zoomed(fit, { picture, pane, unit: 1 }, 2);
    expect(resized(near, picture, { width: 250, height: 400 }, 1).scale).toBe(2);
  });

  test('keeps the point below the pointer when zoomed, and stays within the picture when moved', () => {
    const near = zoomed(moved(fit, picture, pane, 0, 500), { picture, pane, unit: 1 }, 2, { x: 250, y: 200 });
    expect(near).toEqual({ scale: 2, x: 375, y: 1_300, isFit: false });
    expect(moved(near, picture, pane, -10_000, 10_000)).toMatchObject({ x: 0, y: 3_800 });
    expect(zoomed(fit, { picture, pane, unit: 1 }, 100).scale).toBe(8);
  });

  test('moves only to a change that is not visible', () => {
    const box = { x: 100, y: 100, width: 50, height: 50 };
    expect(revealed(fit, picture, pane, box)).toBe(fit);
    expect(revealed(fit, picture, pane, { ...box, y: 2_000 })).toMatchObject({ x: 0, y: 1_625 });
    expect(revealed(fit, picture, pane, { ...box, y: 2_000, height: 1_500 })).toMatchObject({ y: 2_000 });
  });
});

test('the rows of a picture are placed around the rows of the other one', () => {
  expect(segmentsOf(100, [])).toEqual([{ top: 0, from: 0, rows: 100 }]);
  const gaps = [
    { y: 10, rows: 5 },
    { y: 40, rows: 20 },
  ];
  expect(segmentsOf(100, gaps)).toEqual([
    { top: 0, from: 0, rows: 10 },
    { top: 15, from: 10, rows: 25 },
    { top: 60, from: 35, rows: 65 },
  ]);
  expect(segmentsOf(8, [{ y: 0, rows: 4 }])).toEqual([{ top: 4, from: 0, rows: 8 }]);
});
