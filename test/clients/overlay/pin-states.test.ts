import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import { configured, introAnnotation, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const card = (title: string, text: string) =>
  `<article class="card"><h3>${title}</h3><p>${text}</p><button class="buy">Add to basket</button></article>`;
const SHOP = `<h1>Bakery</h1><main>${card('Rye', 'Dark and dense, keeps for a week')}${card('Spelt', 'Light and nutty')}
  ${card('Wheat', 'White and mild, for toast')}</main><p class="intro">Baked every morning in the old town</p>`;
/** Two paragraphs resemble the commented one. */
const REWORDED = `document.querySelector('.intro').outerHTML =
  '<p class="intro">Baked each day in the old town</p><p class="intro">Baked each night in the old town</p>'`;

/** Comments on an element, and changes the page. */
async function commented(target: string, change: string): Promise<OverlayPage> {
  const overlay = await bench.show(configured(bench), SHOP);
  await overlay.choose(target);
  await overlay.write('About this');
  await overlay.see('.pin');
  await overlay.page.evaluate(change);
  await overlay.see('.badge.warn');
  return overlay;
}
/** Headings of the list's sections. */
const sections = ({ page }: OverlayPage) =>
  page.evaluate(`[...${ROOT}.querySelectorAll('.drawer h3')].map((e) => e.firstChild.data)`);
const outlined = ({ page }: OverlayPage) =>
  page.evaluate(`{
    const frame = ${ROOT}.querySelector('.outline');
    const box = frame.getBoundingClientRect();
    frame.hidden ? null : document.elementFromPoint(box.left + 2, box.top + 2)?.textContent ?? '' }`);

describe('the list and the thread say the same about', () => {
  test('an element that is gone, where others resemble it', async () => {
    const overlay = await commented('.intro', "document.querySelector('.intro').remove()");
    await overlay.click('.badge');
    await expect.poll(() => sections(overlay)).toEqual(['Not on this page now']);
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog .place')).toContain('Not on this page now');
    expect(await outlined(overlay)).toBeNull();
  });

  test('an element that perhaps moved: the thread shows every candidate, and stays open', async () => {
    const overlay = await commented('.intro', REWORDED);
    await overlay.click('.badge');
    await expect.poll(() => sections(overlay)).toEqual(['Perhaps moved']);
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog .place')).toContain('It may be here');
    const first = await outlined(overlay);
    const other = '.dialog .place button';
    const places = [first];
    do {
      await overlay.click(other);
      places.push(await outlined(overlay));
    } while (places.at(-1) !== first && places.length < 5);
    expect(places).toContain('Baked each day in the old town');
    expect(places).toContain('Baked each night in the old town');
    expect(places.at(-1)).toBe(first);
    expect(await sections(overlay)).toEqual(['Perhaps moved']);
  });

  test('an element that is hidden, and one that is shown', async () => {
    bench.double.annotations = [
      introAnnotation({ content: 'Seen', domFingerprint: { selector: 'h1', xpath: '', text: 'Bakery', tag: 'h1' } }),
      annotation({
        content: 'Unseen',
        domFingerprint: { selector: '.intro', xpath: '', text: 'Baked every morning in the old town', tag: 'p' },
      }),
    ];
    const overlay = await bench.show(configured(bench), `${SHOP}<style>.intro { visibility: hidden }</style>`);
    await overlay.see('.pin');
    await overlay.click('.badge');
    await expect.poll(() => sections(overlay)).toEqual(['On this page now']);
    expect(await overlay.text('.drawer')).toContain('Not visible right now');
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog .place span')).toBe('Not visible right now');
  });
});
