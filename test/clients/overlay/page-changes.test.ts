import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { configured, ownConsoleLines, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const card = (name: string, text: string) =>
  `<article class="card"><h3 class="card-title">${name}</h3><p>${text}</p><button class="buy">Add to basket</button></article>`;
const SHOP = `<h1>Bakery</h1><main id="shop">${card('Rye', 'Dark and dense, keeps for a week')}
  ${card('Spelt', 'Light and nutty, best on the first day')}${card('Wheat', 'White and mild, for toast in the morning')}</main>`;
const SPELT = 'article:nth-of-type(2) .buy';

/**
 * Comments on an element, marks it with a property that is not in the markup, and changes the page.
 */
async function afterChange(target: string, change: string, body = SHOP): Promise<OverlayPage> {
  const overlay = await bench.show(configured(bench), body);
  await overlay.choose(target);
  await overlay.write('About this');
  await overlay.see('.pin');
  await overlay.page.evaluate(`document.querySelector('${target}').isIt = true; ${change}`);
  await settled(overlay.page);
  return overlay;
}

/** Longer than the throttling of content updates. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => setTimeout(done, 900))');
}

/**
 * Returns the element whose top right corner is at the pin's tip: "it", the text of another
 * element, or null without a pin.
 */
const underPin = (page: Page) =>
  page.evaluate(`{
    const pin = ${ROOT}.querySelector('.pin');
    const box = pin && !pin.hidden && pin.getBoundingClientRect();
    const hit = box && document.elementsFromPoint(box.left - 4, box.bottom + 4).find((element) => element.localName !== 'svc-overlay');
    hit ? (hit.isIt ? 'it' : hit.textContent.slice(0, 40)) : null }`);

describe('a pin stays on its element when', () => {
  test.each([
    ['all class names change', "document.querySelectorAll('[class]').forEach((e, i) => { e.className = 'css-' + i })"],
    ['the list is reordered', "const list = document.querySelector('main'); list.append(list.firstElementChild)"],
    [
      'a card with the same button is put before it',
      `document.querySelector('main').insertAdjacentHTML('afterbegin', ${JSON.stringify(card('Oat', 'Soft, with flakes on top and honey inside'))})`,
    ],
    [
      'the page around it is re-rendered',
      "const list = document.querySelector('main'); const div = document.createElement('div'); div.append(...list.childNodes); list.replaceWith(div)",
    ],
    ['another text stands in its heading', "document.querySelector('h1').textContent = 'The bakery of the year'"],
  ])('%s', async (_name, change) => {
    const overlay = await afterChange(SPELT, change);
    await expect.poll(() => underPin(overlay.page)).toBe('it');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('its own text is reworded', async () => {
    const overlay = await afterChange(
      'article:nth-of-type(2) p',
      "document.querySelector('article:nth-of-type(2) p').textContent = 'Light and nutty, best on the second day'",
    );
    await expect.poll(() => underPin(overlay.page)).toBe('it');
  });
});

describe('a pin moves to no other element when', () => {
  test('its card is removed: the comment is listed, and the pin returns with the card', async () => {
    const overlay = await afterChange(
      SPELT,
      "window.gone = document.querySelector('article:nth-of-type(2)'); window.next = gone.nextSibling; gone.remove()",
    );
    await overlay.see('.badge.warn');
    await expect.poll(() => underPin(overlay.page)).toBeNull();
    await overlay.page.evaluate('void next.before(gone)');
    await settled(overlay.page);
    await expect.poll(() => underPin(overlay.page)).toBe('it');
  });

  test('a virtual list scrolls away and back', async () => {
    const rows = `<div id="list"></div><script>
      window.render = (from) => { document.querySelector('#list').innerHTML = Array.from({ length: 8 }, (_, i) =>
        '<div class="row"><b>Order ' + (from + i) + '</b><span>Customer number ' + (from + i) * 17 + '</span><button>Open</button></div>').join('') };
      render(0)</script>`;
    const overlay = await afterChange('.row:nth-child(3) button', 'render(40)', rows);
    await expect.poll(() => underPin(overlay.page)).toBeNull();
    await overlay.page.evaluate("render(0); document.querySelector('.row:nth-child(3) button').isIt = true");
    await settled(overlay.page);
    await expect.poll(() => underPin(overlay.page)).toBe('it');
  });
});
