// Cost: about 60 s: eight pages with many states in a real browser.
import { describe, expect, test } from 'vitest';
import { annotation, reply } from '../support/feedback-double.ts';
import { overlayViolations } from '../support/overlay-axe.ts';
import { BODY, configuredAsAuthor, introAnnotation, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const CASES = [1_280, 390].flatMap((width) =>
  ['light', 'dark'].flatMap((theme) => ['ltr', 'rtl'].map((dir) => ({ width, theme, dir }))),
);

/** Moves the focus by Tab to a matching element of the overlay. */
async function tabTo({ page }: OverlayPage, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate(`${ROOT}.activeElement?.matches('${selector}') ?? false`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/**
 * Opens the page on the device that wrote its comments: one on an element, and one whose element is
 * gone.
 */
async function open({ width, theme, dir }: (typeof CASES)[number]): Promise<OverlayPage> {
  bench.double.annotations = [
    introAnnotation({ number: 1, comments: [reply('Soon')], commentCount: 1 }),
    annotation({
      id: 'lost',
      number: 2,
      content: 'Is it sold out?',
      domFingerprint: { selector: '.gone', xpath: '', text: 'Sold out' },
      picture: PICTURE,
    }),
  ];
  const head = configuredAsAuthor(bench).replace('"projectId"', `"theme": "${theme}", "projectId"`);
  const overlay = await bench.show(head, `<script>document.body.dir = '${dir}'</script>${BODY}`);
  await overlay.page.setViewport({ width, height: 800 });
  await overlay.page.reload();
  return overlay;
}

/** Answers in the own thread and changes the comment. */
async function useThread(overlay: OverlayPage): Promise<void> {
  const { page } = overlay;
  await (await overlay.see('.pin')).focus();
  await page.keyboard.press('Enter');
  await overlay.see('.reply textarea');
  expect(await overlayViolations(page)).toEqual([]);
  await tabTo(overlay, '.reply textarea');
  await page.keyboard.type('Thanks');
  await tabTo(overlay, '.reply .primary');
  await page.keyboard.press('Enter');
  await overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === 3`);
  await tabTo(overlay, 'article button.retry');
  await page.keyboard.press('Enter');
  await overlay.see('article textarea');
  expect(await overlayViolations(page)).toEqual([]);
  await page.keyboard.type(' now');
  await tabTo(overlay, 'article .primary');
  await page.keyboard.press('Enter');
  await overlay.until(`${ROOT}.querySelector('article .text').textContent === 'A comment now'`);
  expect(await page.evaluate(`${ROOT}.activeElement.matches('article:first-child button')`)).toBe(true);
  await page.keyboard.press('Escape');
  await overlay.unsee('.dialog');
  await overlay.until(`${ROOT}.activeElement.matches('.pin')`);
}

/** Opens the list, and from there the comment whose element is gone. A phone closes the list. */
async function useList(overlay: OverlayPage, isPhone: boolean): Promise<void> {
  const { page } = overlay;
  await (await overlay.see('.badge')).focus();
  await page.keyboard.press('Enter');
  await overlay.see('.drawer .row');
  expect(await overlayViolations(page)).toEqual([]);
  await tabTo(overlay, '[data-id="lost"]');
  await page.keyboard.press('Enter');
  await overlay.see('.place img');
  expect(await overlayViolations(page)).toEqual([]);
  await tabTo(overlay, '.place a');
  await page.keyboard.press('Escape');
  await overlay.unsee('.dialog');
  if (!isPhone) await page.keyboard.press('Escape');
  await overlay.unsee('.drawer');
}

/** Comments on an element and opens the frame that draws. */
async function useForm(overlay: OverlayPage): Promise<void> {
  const { page } = overlay;
  await page.keyboard.press('c');
  await overlay.see('.sheet');
  await page.keyboard.press('ArrowDown');
  await overlay.see('.outline');
  expect(await overlayViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await overlay.see('.dialog form');
  expect(await overlayViolations(page)).toEqual([]);
  await page.keyboard.type('By keyboard');
  await tabTo(overlay, '.change');
  await page.keyboard.press('Enter');
  await overlay.see('figure canvas');
  expect(await overlayViolations(page)).toEqual([]);
  await tabTo(overlay, '.draw');
  await page.keyboard.press('Enter');
  const frame = await (await overlay.see('iframe')).contentFrame();
  await frame?.waitForSelector('#done', { visible: true });
  expect(await overlayViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await overlay.unsee('iframe');
  await tabTo(overlay, '.primary');
  await page.keyboard.press('Enter');
  await expect.poll(() => bench.double.created.length).toBe(1);
  expect(bench.double.created[0]?.body.content).toBe('By keyboard');
}

describe('axe-core finds nothing in own threads, the list, the form and drawing, and keys suffice', () => {
  test.each(CASES)('$width px, $theme, $dir', async (options) => {
    const overlay = await open(options);
    await overlay.see('.pin');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('[dir]').dir`)).toBe(options.dir);
    const scheme = `getComputedStyle(${ROOT}.querySelector('.root')).colorScheme`;
    expect(await overlay.page.evaluate(scheme)).toBe(options.theme);
    await useThread(overlay);
    await useList(overlay, options.width === 390);
    await useForm(overlay);
  });
});
