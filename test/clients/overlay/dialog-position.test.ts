import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import { configured, configuredAsAuthor, introAnnotation, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const VIEW = '<meta name="viewport" content="width=device-width, initial-scale=1">';
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };
/** Opens a page with an element at each of these vertical positions. */
const at = (...tops: number[]) =>
  tops
    .map(
      (top, i) =>
        `<p id="p${i}" style="position:absolute;margin:0;left:20px;top:${top}px;width:260px;height:60px">Number ${i}</p>`,
    )
    .join('');
const about = (i: number, fields = {}) =>
  annotation({
    id: `at-${i}`,
    domFingerprint: { selector: `#p${i}`, xpath: '', text: `Number ${i}` },
    metadata: { offset: { x: 0.5, y: 0.5 } },
    ...fields,
  });
/** Returns the overlap of outline and dialog, pixels. */
const COVERED = `(() => {
  const [a, b] = ['.dialog', '.outline'].map((name) => ${ROOT}.querySelector(name).getBoundingClientRect());
  const side = (from, to) => Math.max(0, Math.min(a[to], b[to]) - Math.max(a[from], b[from]));
  return b.width > 0 ? side('left', 'right') * side('top', 'bottom') : null;
})()`;
const open = async ({ page }: OverlayPage, what: string) => {
  await page.evaluate(`void SvcConfig.overlay.open('${what}')`);
};

describe('a dialog does not cover its element', () => {
  const TOPS = [60, 250, 390, 520, 700];

  test.each(TOPS.map((top, i) => ({ top, i })))('a thread on a phone, $top pixels from the top', async ({ i }) => {
    bench.double.annotations = TOPS.map((_, i) => about(i));
    const overlay = await bench.show(VIEW + configuredAsAuthor(bench), at(...TOPS));
    await overlay.page.setViewport(PHONE);
    await overlay.page.reload();
    await overlay.see('.pin');
    await open(overlay, `at-${i}`);
    await overlay.see('.dialog .reply');
    await expect.poll(() => overlay.page.evaluate(COVERED)).toBe(0);
  });

  test('a form on a phone', async () => {
    const overlay = await bench.show(VIEW + configured(bench), at(...TOPS));
    await overlay.page.setViewport(PHONE);
    await overlay.page.reload();
    for (const i of TOPS.keys()) {
      await overlay.choose(`#p${i}`);
      await expect.poll(() => overlay.page.evaluate(COVERED)).toBe(0);
      await overlay.page.keyboard.press('Escape');
    }
  });

  test('a thread beside the list', async () => {
    bench.double.annotations = [about(0), about(1)];
    const style = '<style>p { left: 160px !important; width: 300px !important }</style>';
    const overlay = await bench.show(style + configuredAsAuthor(bench), at(60, 500));
    await overlay.click('.badge');
    for (const i of [0, 1]) {
      await open(overlay, `at-${i}`);
      await overlay.until(
        `${ROOT}.querySelector('.dialog h2')?.textContent === 'Comment ${i + 1}' && ${ROOT}.querySelector('.reply')`,
      );
      await expect.poll(() => overlay.page.evaluate(COVERED)).toBe(0);
    }
  });

  test('the clicked point of a taller element stays visible', async () => {
    const overlay = await bench.show(
      VIEW + configured(bench),
      '<p id="p0" style="margin:0;height:844px">All of the window</p>',
    );
    await overlay.page.setViewport(PHONE);
    await overlay.page.reload();
    for (const y of [0.2, 0.8]) {
      await overlay.choose('#p0', 0.5, y);
      const edges = `(({ top, bottom }) => [top, bottom])(${ROOT}.querySelector('.dialog').getBoundingClientRect())`;
      const [top, bottom] = (await overlay.page.evaluate(edges)) as [number, number];
      expect(y * 844 < top || y * 844 > bottom).toBe(true);
      await overlay.page.keyboard.press('Escape');
    }
  });
});

describe('in a low window', () => {
  /** Returns true if touch scrolling brings the element into the window and a tap there hits it. */
  const reach = (selector: string) => `(() => {
    const element = ${ROOT}.querySelector('${selector}');
    for (let holder = element.parentElement; holder; holder = holder.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(holder).overflowY)) continue;
      holder.scrollTop += element.getBoundingClientRect().bottom - holder.getBoundingClientRect().bottom + 12;
    }
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = ${ROOT}.elementFromPoint(left + width / 4, top + height / 2);
    return element === hit || element.contains(hit);
  })()`;

  test.each([
    [640, 360],
    [320, 256],
    [360, 330],
    [640, 165],
  ])('a visitor reaches everything in their thread: %i by %i', async (width, height) => {
    const domFingerprint = { selector: '.intro', xpath: '/html/body/p', text: 'Closed on Mondays' };
    const comments = [1, 2, 3].map((i) => ({ id: `r${i}`, content: 'So it is. '.repeat(20), createdAt: new Date() }));
    bench.double.annotations = [annotation({ id: 'moved', domFingerprint, comments, commentCount: 3 })];
    const overlay = await bench.show(VIEW + configuredAsAuthor(bench));
    await overlay.page.setViewport({ ...PHONE, width, height });
    await overlay.page.reload();
    await overlay.see('.badge.warn');
    await open(overlay, 'moved');
    await overlay.page.waitForSelector('svc-overlay >>> .reply');
    await overlay.page.waitForSelector('svc-overlay >>> .place');
    for (const name of ['.place', '.reply textarea', '.reply .primary', 'article:last-child'])
      expect([name, await overlay.page.evaluate(reach(name))]).toEqual([name, true]);
  });

  test('the rows of the list can be reached', async () => {
    bench.double.annotations = Array.from({ length: 6 }, (_, i) => introAnnotation({ number: i + 1 }));
    const overlay = await bench.show(VIEW + configured(bench));
    await overlay.page.setViewport({ ...PHONE, width: 640, height: 165 });
    await overlay.page.reload();
    await overlay.see('.badge');
    await open(overlay, 'list');
    await overlay.see('.drawer');
    for (const i of [1, 4, 6])
      expect([i, await overlay.page.evaluate(reach(`.list li:nth-child(${i}) .row`))]).toEqual([i, true]);
  });
});

test('text of a thread can be selected although the page disables selection', async () => {
  bench.double.annotations = [introAnnotation({ content: 'Selectable' })];
  const style = '<style>html, body, * { user-select: none }</style>';
  const overlay = await bench.show(style + configured(bench));
  await overlay.click('.pin');
  const text = await overlay.see('.thread .text');
  const box = await text.boundingBox();
  await overlay.page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 8, { count: 2 });
  expect(await overlay.page.evaluate('String(getSelection())')).toContain('Selectable');
});
