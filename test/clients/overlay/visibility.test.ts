import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import {
  BODY,
  configured,
  configuredWith,
  introAnnotation,
  ownConsoleLines,
  ROOT,
  useOverlayHost,
} from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const rect = (overlay: OverlayPage, element: string) =>
  overlay.page.evaluate(`${element}.getBoundingClientRect().toJSON()`) as Promise<DOMRect>;
const overlayRect = (overlay: OverlayPage, selector: string) => rect(overlay, `${ROOT}.querySelector('${selector}')`);

describe('on a page with CSS zoom', () => {
  const zoomed = (style: string) => `<style>${style}</style>${BODY}`;
  const isFramed = async (overlay: OverlayPage, selector: string) => {
    const [frame, element] = [
      await overlayRect(overlay, '.outline'),
      await rect(overlay, `document.querySelector('${selector}')`),
    ];
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(frame[side], side).toBeCloseTo(element[side], 0);
  };

  test.each(['html { zoom: 1.5 }', 'html { zoom: 0.8 } body { zoom: 1.2 }'])(
    '%s: outline and pin are on the element',
    async (style) => {
      const overlay = await bench.show(configured(bench), zoomed(style));
      await overlay.choose('.intro');
      await isFramed(overlay, '.intro');
      await overlay.write('Too large');
      await overlay.see('.pin');
      expect(await overlay.distance('.pin', '.intro')).toBeLessThan(2);
      expect((await overlayRect(overlay, '.launcher')).height).toBeCloseTo(44, 0);
    },
  );

  test('outline and pin are on an element of a zoomed dialog, and follow changes of the zoom', async () => {
    const overlay = await bench.show(
      configured(bench),
      `${zoomed('body { zoom: 1.5 }')}<dialog><p id="offer">Two loaves for one</p></dialog>`,
    );
    await overlay.see('.launcher');
    await overlay.page.evaluate("document.querySelector('dialog').showModal()");
    await overlay.until("document.querySelector('dialog > svc-overlay')");
    await overlay.choose('#offer');
    await isFramed(overlay, '#offer');
    await overlay.write('Only on Sundays');
    expect(await overlay.distance('.pin', '#offer')).toBeLessThan(2);
    await overlay.page.evaluate("document.body.style.zoom = '1.1'");
    await expect.poll(() => overlay.distance('.pin', '#offer')).toBeLessThan(2);
  });
});

describe('a pin', () => {
  test('is inside the window with its whole number', async () => {
    const numbers = [7, 42, 123, 1000, 12345];
    bench.double.annotations = numbers.map((number, i) =>
      annotation({ number, domFingerprint: { selector: `#p${i}`, xpath: '', text: `Bread of kind ${'abcde'[i]}` } }),
    );
    const overlay = await bench.show(
      configured(bench),
      numbers.map((_, i) => `<p id="p${i}" style="margin:50px">Bread of kind ${'abcde'[i]}</p>`).join(''),
    );
    await overlay.until(`${ROOT}.querySelectorAll('.pin:not([hidden])').length === 5`);
    const boxes = (await overlay.page.evaluate(`[...${ROOT}.querySelectorAll('.pin')].map((pin) => {
      const range = document.createRange();
      range.selectNodeContents(pin);
      const [inner, outer] = [range, pin].map((of) => of.getBoundingClientRect());
      return { text: pin.textContent, inner: inner.width, outer: outer.width, height: outer.height };
    })`)) as { text: string; inner: number; outer: number; height: number }[];
    expect(boxes.map(({ text }) => Number(text))).toEqual(numbers);
    for (const { text, inner, outer } of boxes) expect(inner, text).toBeLessThan(outer - 4);
    expect(boxes.map(({ outer }) => outer).slice(0, 2)).toEqual([28, 28]);
    expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([28]));
  });

  /**
   * Returns the distances of the pin from its point of the element during 1.5 s of frames, pixels.
   */
  const lags = (overlay: OverlayPage, begin = '') =>
    overlay.page.evaluate(`${begin}; new Promise((done) => {
      const pin = ${ROOT}.querySelector('.pin');
      const all = [];
      const look = () => {
        const [tip, box] = [pin, document.querySelector('#it')].map((element) => element.getBoundingClientRect());
        all.push(Math.abs(tip.left - box.right));
        if (all.length < 90) requestAnimationFrame(look);
        else done(all);
      };
      requestAnimationFrame(look);
    })`) as Promise<number[]>;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const commented = async (style: string) => {
    const overlay = await bench.show(
      `${configured(bench)}<style>#it { width: 100px } ${style}</style>`,
      '<h1>Bakery</h1><div id="it">Moving banner</div>',
    );
    await overlay.choose('h1');
    await overlay.page.keyboard.press('Escape');
    bench.double.annotations = [
      annotation({
        domFingerprint: { selector: '#it', xpath: '', text: 'Moving banner' },
        metadata: { offset: { x: 0.5, y: 0.5 } },
      }),
    ];
    await overlay.page.reload();
    await overlay.see('.pin');
    await overlay.page.evaluate('new Promise((done) => setTimeout(done, 1600))');
    return overlay;
  };

  test('stays on an element with an endless animation', async () => {
    const overlay = await commented(
      '@keyframes m { to { transform: translateX(600px) } } #it { animation: m 4s linear infinite alternate }',
    );
    expect(mean(await lags(overlay))).toBeLessThan(8);
  });

  test('stays on an element that slides to another position', async () => {
    const overlay = await commented('#it { transition: transform 1.2s } #it.on { transform: translateX(500px) }');
    const all = await lags(overlay, "document.querySelector('#it').className = 'on'");
    expect(mean(all)).toBeLessThan(8);
    expect(all.at(-1)).toBeLessThan(2);
  });

  test('costs no frames while nothing near it moves', async () => {
    const overlay = await commented(
      '@keyframes s { to { transform: rotate(1turn) } } h1 { width: 9em; animation: s 1s linear infinite }',
    );
    const frames = await overlay.page.evaluate(`new Promise((done) => {
      let count = 0;
      const request = window.requestAnimationFrame;
      window.requestAnimationFrame = (work) => { count++; return request(work) };
      setTimeout(() => done(count), 2000);
    })`);
    expect(frames).toBeLessThan(10);
  });
});

describe('a comment on an element that is not displayed', () => {
  const TABS = `${BODY}<div id="tab" hidden><p id="it">Opening hours of the mill</p></div>`;
  const WORDS = {
    en: 'Not visible right now',
    de: 'Zurzeit nicht sichtbar',
    fr: 'Pas visible pour le moment',
    es: 'No visible por ahora',
    ja: '現在表示されていません',
  };

  test.each(Object.entries(WORDS))('is listed as such, and its thread says so, in %s', async (language, words) => {
    bench.double.annotations = [
      annotation({ domFingerprint: { selector: '#it', xpath: '', text: 'Opening hours of the mill' } }),
    ];
    const overlay = await bench.show(configuredWith(bench, { language }), TABS);
    await overlay.click('.badge');
    await expect.poll(() => overlay.text('.drawer .about')).toContain(words);
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog .place span')).toBe(words);
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.outline').hidden`)).toBe(true);
    await overlay.page.evaluate("document.querySelector('#tab').hidden = false");
    await overlay.unsee('.dialog .place');
    expect(await overlay.text('.drawer .about')).not.toContain(words);
    await overlay.see('.outline');
    expect(await overlay.distance('.pin', '#it')).toBeLessThan(2);
  });
});

test('a comment on an invisible element with a box has no pin or outline until it is visible', async () => {
  const text = 'Opening hours of the mill';
  bench.double.annotations = [annotation({ domFingerprint: { selector: '#it', xpath: '', text } })];
  const body = `${BODY}<details open><summary>More</summary><div id="around"><p id="it">${text}</p></div></details>`;
  const overlay = await bench.show(configured(bench), body);
  await overlay.click('.pin');
  await overlay.see('.outline');
  for (const [hide, show] of [
    ["around.style.visibility = 'hidden'", "around.style.visibility = ''"],
    ["around.style.opacity = '0'", "around.style.opacity = '0.5'"],
    ["document.querySelector('details').open = false", "document.querySelector('details').open = true"],
  ]) {
    await overlay.page.evaluate(String(hide));
    await overlay.unsee('.pin');
    await overlay.unsee('.outline');
    expect(await overlay.text('.dialog .place span')).toBe('Not visible right now');
    await overlay.page.evaluate(String(show));
    await overlay.see('.pin');
    await overlay.see('.outline');
  }
});

test.each([
  ['the top right', 7, 'top:0;right:0'],
  ['the top right', 98_765, 'top:0;right:0'],
  ['the bottom left', 7, 'bottom:0;left:0'],
])('a pin in %s corner is in the window as a whole: number %i', async (_corner, number, style) => {
  const text = 'Open';
  bench.double.annotations = [
    annotation({
      number,
      domFingerprint: { selector: '#it', xpath: '', text },
      metadata: { offset: style.startsWith('top') ? { x: 1, y: 0 } : { x: 0, y: 1 } },
    }),
  ];
  const fixed = `<p id="it" style="position:fixed;margin:0;${style}">${text}</p><div style="height:3000px"></div>`;
  const overlay = await bench.show(configured(bench), BODY + fixed);
  const box = await (await overlay.see('.pin')).boundingBox();
  const width = await overlay.page.evaluate('document.documentElement.clientWidth');
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(Number(width));
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
});

describe('with forced colors', () => {
  test('no state is shown by color alone', async () => {
    bench.double.annotations = [
      introAnnotation(),
      annotation({ domFingerprint: { selector: '#gone', xpath: '', text: 'Not here' } }),
    ];
    const overlay = await bench.show(configured(bench));
    const session = await overlay.page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    const style = (selector: string, property: string, pseudo = '') =>
      overlay.page.evaluate(
        `getComputedStyle(${ROOT}.querySelector('${selector}'), '${pseudo}').getPropertyValue('${property}')`,
      );
    await overlay.see('.badge.warn');
    expect(await style('.launcher', 'border-top-width')).toBe('1px');
    const dot = await style('.badge.warn', 'border-top-color', '::after');
    expect(dot).not.toBe(await style('.badge.warn', 'background-color'));
    await overlay.click('.launcher');
    await overlay.see('.launcher[aria-pressed=true]');
    expect(await overlay.text('.launcher')).toBe('Cancel');
    await overlay.page.keyboard.press('Escape');
    await overlay.choose('h1');
    expect(await style('.primary', 'border-top-width')).toBe('1px');
    expect(await style('.outline', 'outline-style')).toBe('solid');
    expect(await style('textarea', 'outline-style')).toBe('solid');
  });
});

describe('a page with a focus trap', () => {
  /** Page code with the default behavior of the focus-trap library. */
  const TRAP = `<div id="trap"><button>Stay</button></div><script>{
    const trap = document.querySelector('#trap');
    const isIn = (event) => trap.contains(event.composedPath()[0]);
    const stop = (event) => { if (isIn(event)) return; event.preventDefault(); event.stopImmediatePropagation() };
    for (const type of ['mousedown', 'touchstart', 'click']) document.addEventListener(type, stop, { capture: true, passive: false });
    document.addEventListener('focusin', (event) => {
      if (isIn(event)) return;
      event.stopImmediatePropagation();
      trap.firstElementChild.focus();
    }, true);
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab') return;
      event.preventDefault();
      trap.firstElementChild.focus();
    }, true);
    trap.firstElementChild.focus();
  }</script>`;

  test('does not affect the overlay', async () => {
    const overlay = await bench.show(configured(bench), BODY + TRAP);
    await overlay.choose('.intro');
    await (await overlay.see('textarea')).type('Too pale');
    await overlay.page.keyboard.press('Tab');
    await overlay.page.keyboard.type('Eve');
    await overlay.click('.who input[type=email]');
    await overlay.click('.primary');
    await overlay.see('.pin');
    expect(bench.double.created[0]?.body).toMatchObject({ content: 'Too pale', name: 'Eve' });
    expect(await overlay.page.evaluate('localStorage.length')).toBe(1);
    await overlay.page.evaluate("document.querySelector('.intro').focus()");
    await overlay.page.click('#trap button');
    expect(await overlay.page.evaluate('document.activeElement.textContent')).toBe('Stay');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});
