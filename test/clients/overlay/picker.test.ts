import { describe, expect, test } from 'vitest';
import { BODY, configured, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

/** Opens a page and starts the picker. */
async function choosing(body: string, viewport = {}): Promise<OverlayPage> {
  const overlay = await bench.show(configured(bench), body);
  await overlay.page.setViewport({ width: 1000, height: 700, ...viewport });
  await overlay.click('.launcher');
  await overlay.see('.sheet');
  return overlay;
}
const pause = (overlay: OverlayPage, ms = 150) =>
  overlay.page.evaluate(`new Promise((done) => setTimeout(done, ${ms}))`);
/** Returns the caption of the outlined element. */
const outlined = (overlay: OverlayPage) =>
  overlay.page.evaluate(`{ const frame = ${ROOT}.querySelector('.outline'); frame.hidden ? null : frame.textContent }`);
const scrolled = (overlay: OverlayPage, selector: string) =>
  overlay.page.evaluate(`document.querySelector('${selector}').scrollTop`) as Promise<number>;

describe('by keys, wrappers without a box', () => {
  const SVELTE = `<div style="display: contents"><main><h1>Welcome</h1> <div style="display: contents"><p>First</p> <p>Second</p></div></main></div>`;

  test('are skipped in both directions', async () => {
    const overlay = await choosing(SVELTE);
    const heard: unknown[] = [];
    for (const key of [
      'ArrowDown',
      'ArrowDown',
      'ArrowRight',
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'ArrowUp',
    ] as const) {
      await overlay.page.keyboard.press(key);
      heard.push(await outlined(overlay));
    }
    const main = 'main · Welcome First Second';
    expect(heard).toEqual([
      main,
      'h1 · Welcome',
      'p · First',
      'p · Second',
      'p · First',
      main,
      expect.stringMatching(/^body/),
    ]);
  });
});

describe('on a page that the browser translated', () => {
  const font = (word: string) =>
    `<font dir="auto" style="vertical-align: inherit;"><font dir="auto" style="vertical-align: inherit;">${word}</font></font>`;
  const TRANSLATED = `<main><p>${font('Lieferung ab')} <b>${font('zwanzig Euro')}</b></p></main>`;

  test('words are picked as the elements of the page', async () => {
    const overlay = await choosing(TRANSLATED);
    const at = async (selector: string) => {
      const box = await (await overlay.page.$(selector))?.boundingBox();
      await overlay.page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
      return () => outlined(overlay);
    };
    await expect.poll(await at('p font font')).toBe('p · Lieferung ab zwanzig Euro');
    await expect.poll(await at('b font font')).toBe('b · zwanzig Euro');
  });

  test('keys step over what translation inserted', async () => {
    const overlay = await choosing(TRANSLATED);
    const heard: unknown[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'] as const) {
      await overlay.page.keyboard.press(key);
      heard.push(await outlined(overlay));
    }
    const p = 'p · Lieferung ab zwanzig Euro';
    expect(heard).toEqual([expect.stringMatching(/^main/), p, 'b · zwanzig Euro', p]);
  });

  test('selected words belong to the element of the page', async () => {
    const overlay = await bench.show(configured(bench), TRANSLATED);
    await overlay.see('.launcher');
    await overlay.page.evaluate("getSelection().selectAllChildren(document.querySelector('b font font'))");
    await overlay.click('.launcher');
    await overlay.write('Which price?');
    await overlay.see('.pin');
    const [{ domFingerprint } = {}] = bench.double.annotations as { domFingerprint?: unknown }[];
    expect(domFingerprint).toMatchObject({ selector: 'b', text: 'zwanzig Euro', xpath: '/html/body/main/p/b' });
  });
});

describe('a page longer than the window', () => {
  const ROWS = Array.from({ length: 60 }, (_, i) => `<p>Line ${i}</p>`).join('');
  const APP = `<style>html, body { margin: 0; height: 100%; overflow: hidden } main { height: 100%; overflow: auto }</style><main>${ROWS}</main>`;

  test('is scrolled by wheel and keys in the scroll container under the pointer', async () => {
    const overlay = await choosing(APP);
    await overlay.page.mouse.move(300, 300);
    await overlay.page.mouse.wheel({ deltaY: 200 });
    await expect.poll(() => scrolled(overlay, 'main')).toBe(200);
    await overlay.page.keyboard.press('PageDown');
    await expect.poll(() => scrolled(overlay, 'main')).toBeGreaterThan(600);
    await overlay.page.keyboard.press('PageUp');
    await expect.poll(() => scrolled(overlay, 'main')).toBe(200);
    await overlay.see('.sheet');
  });

  test('is scrolled by the wheel where only the window scrolls', async () => {
    const overlay = await choosing(ROWS);
    await overlay.page.mouse.move(300, 300);
    await overlay.page.mouse.wheel({ deltaY: 200 });
    await expect.poll(() => scrolled(overlay, 'html')).toBe(200);
  });

  const TELEPHONE = { width: 375, height: 667, hasTouch: true, isMobile: true };
  const swipe = async (overlay: OverlayPage, rest: number) => {
    const { touchscreen } = overlay.page;
    await touchscreen.touchStart(180, 500);
    await pause(overlay, rest);
    for (let y = 490; y >= 200; y -= 10) await touchscreen.touchMove(180, y);
    await touchscreen.touchEnd();
    await pause(overlay);
  };

  test.each([
    ['the window', ROWS, 'html'],
    ['a scroll container', APP, 'main'],
  ])('is scrolled by a finger: %s', async (_name, body, selector) => {
    const overlay = await choosing(body, TELEPHONE);
    expect(await overlay.text('.hint')).toContain('hold and draw');
    await swipe(overlay, 0);
    await expect.poll(() => scrolled(overlay, selector)).toBeGreaterThan(150);
    await overlay.see('.sheet');
    await overlay.page.touchscreen.tap(100, 300);
    await overlay.see('form');
  });

  test('is drawn on after a long press', async () => {
    const overlay = await choosing(ROWS, TELEPHONE);
    await swipe(overlay, 600);
    expect(await overlay.text('.dialog h2')).toBe('Comment on this area');
    expect(await scrolled(overlay, 'html')).toBe(0);
  });
});

describe('by the pointer', () => {
  const at = async (overlay: OverlayPage, selector: string) => {
    const box = await (await overlay.page.$(selector))?.boundingBox();
    if (!box) throw new Error(`${selector} has no box`);
    await overlay.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await pause(overlay);
    return outlined(overlay);
  };
  const PICTURE = `<img alt="Rye" width="200" height="120" style="display:block;background:#8a5;`;

  test.each([
    [
      'a disabled button',
      '<div style="padding:30px"><button id="it" disabled style="pointer-events:none">Pay now</button></div>',
      'button · Pay now',
    ],
    [
      'a picture under a stretched link',
      `<div style="position:relative;width:200px">${PICTURE}pointer-events:none" id="it"><a href="/x" style="position:absolute;inset:0"></a></div>`,
      'img · Rye',
    ],
    [
      'a picture under a stretched link with a text for screen readers',
      `<div style="position:relative;width:200px">${PICTURE}" id="it"><a href="/x" style="position:absolute;inset:0"><span style="position:absolute;width:1px;height:1px;overflow:hidden">Rye</span></a></div>`,
      'img · Rye',
    ],
    [
      'a picture under an empty element of a link',
      `<div style="position:relative;width:200px">${PICTURE}" id="it"><h3><a href="/x"><span style="position:absolute;inset:0"></span>Rye bread</a></h3></div>`,
      'img · Rye',
    ],
    [
      'a picture under a link stretched by generated content',
      `<style>.s::after{content:'';position:absolute;inset:0}</style><div style="position:relative;width:200px">${PICTURE}" id="it"><a class="s" href="/x">More</a></div>`,
      'img · Rye',
    ],
  ])('%s is chosen', async (_name, body, caption) => {
    const overlay = await choosing(`<div style="height:200px"></div>${body}`);
    expect(await at(overlay, '#it')).toBe(caption);
  });

  test.each([
    [
      'an SVG image in a button',
      '<button id="it"><svg width="40" height="40" style="pointer-events:none"><path d="M0 0h40v40z"/></svg>Like</button>',
      'button · Like',
    ],
    [
      'a translucent overlay',
      '<section id="it" style="position:relative;height:100px">Spring sale<div style="position:absolute;inset:0;pointer-events:none;background:#0003"></div></section>',
      'section · Spring sale',
    ],
    [
      'a link with a text',
      '<p style="position:relative"><a id="it" href="/x" style="position:absolute">More</a></p>',
      'a · More',
    ],
  ])('not by %s is anything else chosen', async (_name, body, caption) => {
    const overlay = await choosing(`<div style="height:200px"></div>${body}`);
    expect(await at(overlay, '#it')).toBe(caption);
  });

  test('a finger that moves back and forth scrolls by the same distances', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `<p>Line ${i}</p>`).join('');
    const overlay = await choosing(
      `<style>html, body { margin: 0; height: 100%; overflow: hidden } main { height: 100%; overflow: auto }</style><main>${rows}</main>`,
      { width: 375, height: 667, hasTouch: true, isMobile: true },
    );
    const { touchscreen } = overlay.page;
    await touchscreen.touchStart(180, 300);
    for (const y of [290, 250, 200, 230, 260]) await touchscreen.touchMove(180, y);
    await touchscreen.touchEnd();
    await expect.poll(() => scrolled(overlay, 'main')).toBe(40);
  });

  test('the hint moves away from a target below it', async () => {
    const overlay = await choosing(`<nav style="padding:20px;text-align:center"><a href="/">Home</a></nav>${BODY}`);
    const covers = () =>
      overlay.page.evaluate(`{ const [hint, link] = [${ROOT}.querySelector('.hint'), document.querySelector('nav a')]
        .map((element) => element.getBoundingClientRect());
        hint.top < link.bottom && link.top < hint.bottom && hint.left < link.right && link.left < hint.right }`);
    expect(await covers()).toBe(true);
    expect(await at(overlay, 'nav a')).toBe('a · Home');
    expect(await covers()).toBe(false);
    await overlay.page.mouse.move(500, 690);
    await pause(overlay);
    expect(await covers()).toBe(true);
  });
});
