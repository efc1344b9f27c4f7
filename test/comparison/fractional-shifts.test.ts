import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageRecord } from '../../src/infrastructure/capture/page-record.ts';
import type { ComparisonResult } from '../../src/infrastructure/comparison/task.ts';
import { page } from '../snapshots/support/pages.ts';
import { compareCaptures, useCapturedPages } from '../support/captured-pages.ts';
import { WITH_CHANGED_COLUMNS, WITH_LAST_CARD } from './fixtures/generated-pages.ts';

// Takes 20 seconds: it captures 60 pages in Chromium.

/** Margin of a card. A strip between two cards comes with one that no longer collapses. */
const MARGIN = 9.3;

const STYLE = `<style>
  body { margin: 0; font: 15.5px/1.6 sans-serif }
  header { height: 59.6px; background: #eee }
  .sticky { position: sticky; top: 0 }
  main { padding: 10.4px }
  .card { border: 1px solid #888; border-radius: 5px; margin: ${MARGIN}px 0; padding: 8.4px; background: linear-gradient(#fff, #e8e8e8) }
  .icon { display: inline-block; width: 1px; height: 12px; background: #333 }
  td { border-bottom: 1px solid #ccc }
  .columns { display: flex; gap: 12px }
  .columns > * { flex: 1 }
</style>`;

const card = (index: number) => `<div class="card" id="card-${index}">
  <h3>Card ${index}</h3>
  <p>Running shoe number ${index}, light and waterproof, with a text that wraps to the next line.</p>
  <i class="icon"></i> <button>Buy ${index}</button></div>`;

const shop = (header = '<header>Shop</header>') => `${STYLE}${header}<main>
  <div class="columns"><p>Delivery is free of charge.</p><p>Returns within a hundred days.</p></div>
  ${[1, 2, 3, 4].map(card).join('')}
  <table><tr><td>Price</td><td>49 €</td></tr><tr><td>Weight</td><td>240 g</td></tr></table></main>`;

const banner = (height: number, id = 'banner') =>
  `<div id="${id}" style="height:${height}px;background:#fd5">Free delivery today</div>`;

const { captureOnce } = useCapturedPages();

interface View {
  scale?: number;
  fullPage?: boolean;
}

/** Captures two pages and compares them. */
async function compared(before: string, after: string, { scale = 1, fullPage = true }: View = {}) {
  const viewport = { width: 420, height: fullPage ? 200 : 500, deviceScaleFactor: scale };
  const captured = (html: string) => captureOnce(page(html), { viewport, fullPage });
  const [baseline, comparison] = await Promise.all([captured(before), captured(after)]);
  const result = await compareCaptures(baseline, comparison);
  return { ...result, before: baseline.record, after: comparison.record };
}

const kindsOf = ({ regions }: ComparisonResult) => regions.map(({ kind }) => kind);

/** Vertical extent of an element in image pixels. */
function extentOf(record: PageRecord, id: string): [top: number, bottom: number] {
  const box = record.elements.find((element) => element.id === id)?.box;
  if (!box) throw new Error(`#${id} is not on the page`);
  return [box[1] * record.scale, (box[1] + box[3]) * record.scale];
}

describe('a banner of a fractional height is one inserted region', () => {
  test.each([48.2, 48.4, 48.5, 48.6, 48.8, 49.6, 56.25, 65.6])('of %d px, and one removed region', async (height) => {
    const inserted = await compared(shop(), banner(height) + shop());
    expect(kindsOf(inserted)).toEqual(['inserted']);
    expect(inserted.regions[0]).toMatchObject({ x: 0, y: 0, width: 420 });
    expect(Math.abs((inserted.regions[0]?.height ?? 0) - height)).toBeLessThanOrEqual(1);
    const removed = await compared(banner(height) + shop(), shop());
    expect(kindsOf(removed)).toEqual(['removed']);
    expect(Math.abs((removed.regions[0]?.height ?? 0) - height)).toBeLessThanOrEqual(1);
  });

  test.each([1.5, 2, 3])('at a device scale factor of %d', async (scale) => {
    const { regions } = await compared(shop(), banner(65.6) + shop(), { scale });
    expect(regions.map(({ kind }) => kind)).toEqual(['inserted']);
    expect(Math.abs((regions[0]?.height ?? 0) - 65.6 * scale)).toBeLessThanOrEqual(scale);
  });

  test('on a page that is written from right to left', async () => {
    const rtl = (html: string) => `<div dir="rtl">${html}</div>`;
    expect(kindsOf(await compared(rtl(shop()), rtl(banner(65.6) + shop())))).toEqual(['inserted']);
  });

  test('below a sticky header', async () => {
    const sticky = '<header class="sticky">Shop</header>';
    expect(kindsOf(await compared(shop(sticky), shop(sticky + banner(65.6))))).toEqual(['inserted']);
  });

  test('in a viewport capture, where rows pushed below the fold do not count', async () => {
    const { regions, diffPixels, height } = await compared(shop(), banner(65.6) + shop(), { fullPage: false });
    expect(regions.map(({ kind }) => kind)).toEqual(['inserted']);
    expect(diffPixels).toBe(420 * (regions[0]?.height ?? 0));
    expect(height).toBe(500);
    const removed = await compared(banner(65.6) + shop(), shop(), { fullPage: false });
    expect(kindsOf(removed)).toEqual(['removed']);
  });

  test('twice on one page', async () => {
    const after = banner(33.3) + shop().replace(card(3), banner(41.7, 'second') + card(3));
    expect(kindsOf(await compared(shop(), after))).toEqual(['inserted', 'inserted']);
  });

  test.each([
    ['down', 2, 4, ['removed', 'inserted']],
    ['up', 4, 2, ['inserted', 'removed']],
  ])('that moves %s is one removed and one inserted region', async (_way, from, to, kinds) => {
    const at = (index: number) => shop().replace(card(index), banner(65.6) + card(index));
    const { regions, before, after } = await compared(at(from), at(to));
    expect(regions.map(({ kind }) => kind)).toEqual(kinds);
    for (const { kind, baselineY, comparisonY, height } of regions) {
      const [top] = extentOf(kind === 'removed' ? before : after, 'banner');
      expect(Math.abs((baselineY ?? comparisonY ?? 0) - top)).toBeLessThanOrEqual(10);
      expect(Math.abs(height - 65.6 - MARGIN)).toBeLessThanOrEqual(1);
    }
  });

  test('beside a removed one of another height', async () => {
    const before = shop().replace(card(2), `${banner(33.3)}${card(2)}`);
    const after = shop().replace(card(4), `${banner(48.4, 'second')}${card(4)}`);
    const { regions } = await compared(before, after);
    expect(regions.map(({ kind }) => kind)).toEqual(['removed', 'inserted']);
    const heights = regions.map(({ height }) => height);
    expect(Math.abs((heights[0] ?? 0) - 33.3 - MARGIN)).toBeLessThanOrEqual(1);
    expect(Math.abs((heights[1] ?? 0) - 48.4 - MARGIN)).toBeLessThanOrEqual(1);
  });

  test('that grows', async () => {
    const { regions } = await compared(banner(40.2) + shop(), banner(71.5) + shop());
    expect(regions.map(({ kind }) => kind)).toEqual(['inserted']);
    expect(Math.abs((regions[0]?.height ?? 0) - 31.3)).toBeLessThanOrEqual(1);
  });

  test('of a page shorter than the viewport, which grows beyond it', async () => {
    const text = (margin: number) => `<p style="margin:${margin}px">alpha</p>`;
    const short = `${STYLE}<main>${text(5.1)}${text(2)}</main>`;
    const long = `${STYLE}<main>${banner(141.8)}${text(5.1)}${text(2)}</main>`;
    const { regions, before, after } = await compared(short, long);
    expect([before, after].map(({ height }) => height)).toEqual([200, expect.toSatisfy((high) => high > 200)]);
    expect(regions.map(({ kind }) => kind)).toEqual(['inserted']);
    expect(kindsOf(await compared(long, short))).toEqual(['removed']);
  });

  test('at the end of a page', async () => {
    expect(kindsOf(await compared(shop(), shop().replace('</main>', `${banner(40.7)}</main>`)))).toEqual(['inserted']);
  });
});

describe('in a block that moved by a fraction of a pixel, the comparison finds', () => {
  test.each([
    ['a letter', 'Running shoe number 3', 'Running shop number 3'],
    ['a color', '<button>Buy 3', '<button style="color:#b22">Buy 3'],
    ['a background', '<button>Buy 3', '<button style="background:#cde">Buy 3'],
    [
      'a wider border',
      'class="card" id="card-3"',
      'class="card" style="border-width:1px 1px 2px;padding-bottom:7.4px" id="card-3"',
    ],
    ['a lost border', 'class="card" id="card-3"', 'class="card" style="border-color:#fff" id="card-3"'],
    [
      'an icon of one pixel',
      '<i class="icon"></i> <button>Buy 3',
      '<i class="icon" style="background:none"></i> <button>Buy 3',
    ],
  ])('%s', async (_what, from, to) => {
    expect(shop()).toContain(from);
    const { regions, after } = await compared(shop(), banner(65.6) + shop().replace(from, to));
    const [top, bottom] = extentOf(after, 'card-3');
    const changed = regions.filter(({ kind }) => kind === 'changed');
    expect(changed.length).toBeGreaterThan(0);
    for (const { y, height } of changed) {
      expect(y).toBeGreaterThan(top - 2);
      expect(y + height).toBeLessThan(bottom + 2);
    }
  });
});

describe('on generated pages', () => {
  const size = (least: number, most: number) =>
    fc.integer({ min: least * 10, max: most * 10 }).map((tenths) => tenths / 10);
  const words = fc
    .array(fc.constantFrom('alpha', 'price', 'order', 'fresh', 'bread', 'market', 'garden', 'window'), {
      minLength: 3,
      maxLength: 30,
    })
    .map((list) => list.join(' '));
  const block = fc.record({
    text: words,
    fontSize: size(12, 20),
    lineHeight: size(1.2, 1.8),
    padding: size(4, 12),
    margin: size(2, 14),
    kind: fc.constantFrom('p', 'card', 'list', 'columns'),
  });
  type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;

  const html = ({ text, fontSize, lineHeight, padding, margin, kind }: Block, index: number, more = '') => {
    const style = `style="font-size:${fontSize}px;line-height:${lineHeight};padding:${padding}px;margin:${margin}px 0;${more}"`;
    const half = `<p>${text}</p>`;
    if (kind === 'card')
      return `<div class="card" id="b${index}" ${style}><h3>${index}</h3>${half}<button>Buy</button></div>`;
    if (kind === 'columns') return `<div class="columns" id="b${index}" ${style}>${half}${half}</div>`;
    if (kind === 'list') return `<ul id="b${index}" ${style}>${text.replaceAll(/\w+/g, '<li>$&</li>')}</ul>`;
    return `<p id="b${index}" ${style}>${text}</p>`;
  };

  /** Changes of a block that keep its size. */
  const CHANGES = ['color:#a11', 'background:#fb8', 'box-shadow:inset 0 0 0 1px #a11'];
  const strip = ({ height, isRemoved }: { height: number; isRemoved: boolean }) =>
    isRemoved ? banner(height).replace('#fd5', '#5df') : banner(height);

  test('every strip and every change is found, and nothing else', { timeout: 600_000 }, async () => {
    const arbitrary = fc.record({
      blocks: fc.array(block, { minLength: 4, maxLength: 9 }),
      strips: fc.array(fc.record({ at: fc.nat(9), height: size(20, 120), isRemoved: fc.boolean() }), {
        minLength: 1,
        maxLength: 2,
      }),
      changed: fc.option(fc.record({ at: fc.nat(8), change: fc.constantFrom(...CHANGES) })),
      scale: fc.constantFrom(1, 1, 2, 1.5),
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ blocks, strips: drawn, changed, scale }) => {
        const target = changed === null ? -1 : changed.at % blocks.length;
        const places = new Map(drawn.map((found) => [found.at % (blocks.length + 1), found]));
        const strips = [...places].sort(([a], [b]) => a - b).map(([, found]) => found);
        const pageOf = (isAfter: boolean) =>
          blocks
            .map((found, index) => html(found, index, isAfter && index === target ? changed?.change : ''))
            .concat('')
            .map((text, index) => {
              const found = places.get(index);
              return found && found.isRemoved !== isAfter ? strip(found) + text : text;
            })
            .join('');
        const wrap = (parts: string) => `${STYLE}<main>${parts}</main>`;
        const { regions, after: record } = await compared(wrap(pageOf(false)), wrap(pageOf(true)), { scale });
        const shifts = regions.filter(({ kind }) => kind !== 'changed');
        const others = regions.filter(({ kind }) => kind === 'changed');
        expect(shifts.map(({ kind }) => kind)).toEqual(
          strips.map(({ isRemoved }) => (isRemoved ? 'removed' : 'inserted')),
        );
        // The margins of a block that no longer touches its neighbor come with the strip.
        const margins = 30 * scale;
        for (const [index, { height }] of strips.entries()) {
          expect(shifts[index]?.height).toBeGreaterThanOrEqual(Math.floor(height * scale) - 1);
          expect(shifts[index]?.height).toBeLessThanOrEqual(height * scale + margins);
        }
        expect(others.length > 0).toBe(target >= 0);
        for (const { comparisonY, height: rows } of others) {
          const [top, bottom] = extentOf(record, `b${target}`);
          expect(comparisonY).toBeGreaterThan(top - 2 * scale);
          expect((comparisonY ?? 0) + rows).toBeLessThan(bottom + 2 * scale);
        }
      }),
      {
        examples: [[WITH_LAST_CARD], [WITH_CHANGED_COLUMNS]],
        numRuns: 2 + Number(process.env.RUNS ?? 12),
        seed: Number(process.env.SEED ?? 1),
        endOnFailure: true,
      },
    );
  });
});
