import fc from 'fast-check';
import { expect, test } from 'vitest';
import { page } from '../snapshots/support/pages.ts';
import { compareCaptures, useCapturedPages } from '../support/captured-pages.ts';

// Takes 15 seconds: it captures 30 pages in Chromium.

const WIDTH = 500;
const STYLE = `<style>
  body { margin: 0; font: 15.5px/1.6 sans-serif }
  header, footer { height: 40.4px; background: #eee }
  .columns { display: flex; gap: 20px }
  main { flex: 1; padding: 0 10px }
  aside { width: 160px; background: #f2f4f8 }
  aside.floating { align-self: start; border-bottom: 2px solid #889 }
  .block { background: #fc6; overflow: hidden }
</style>`;
const TOPICS = ['Shoes', 'Jackets', 'Tents', 'Lamps', 'Maps', 'Ropes', 'Stoves', 'Gloves'];

interface Layout {
  isStart: boolean;
  isFloating: boolean;
  isRtl: boolean;
  scale: number;
  paragraphs: number;
  topics: number;
}

interface Content {
  /** Height of the block in the sidebar, CSS pixels, and the number of topics above it. */
  block?: { height: number; at: number } | undefined;
  /** Topic with another text. */
  changed?: number | undefined;
}

const { captureHtml } = useCapturedPages();

function html({ isStart, isFloating, isRtl, paragraphs, topics }: Layout, { block, changed }: Content) {
  const main = Array.from(
    { length: paragraphs },
    (_, index) => `<p id="a${index}">Article ${index}: a text that wraps to the next line of the column.</p>`,
  );
  const list = Array.from(
    { length: topics },
    (_, index) => `<p id="t${index}">${TOPICS[index]} ${index === changed ? 'new' : 'all'}</p>`,
  );
  if (block) list.splice(block.at, 0, `<div class="block" id="block" style="height:${block.height}px">Offer</div>`);
  const columns = [
    `<aside id="side"${isFloating ? ' class="floating"' : ''}>${list.join('')}</aside>`,
    `<main>${main.join('')}</main>`,
  ];
  return page(
    `${STYLE}<div${isRtl ? ' dir="rtl"' : ''}><header>Shop</header><div class="columns">${(isStart ? columns : columns.reverse()).join('')}</div><footer>Imprint</footer></div>`,
  );
}

async function compared(layout: Layout, before: Content, after: Content) {
  const viewport = { width: WIDTH, height: 300, deviceScaleFactor: layout.scale };
  const captured = (content: Content) =>
    captureHtml(`/${encodeURIComponent(JSON.stringify([layout, content]))}`, html(layout, content), { viewport });
  const [baseline, comparison] = await Promise.all([captured(before), captured(after)]);
  const result = await compareCaptures(baseline, comparison);
  const boxIn = ({ record }: typeof baseline, id: string) =>
    record.elements.find((element) => element.id === id)?.box ?? [0, 0, 0, 0];
  const withBlock = before.block ? baseline : comparison;
  const [, lastTop, , lastHeight] = boxIn(withBlock, `a${layout.paragraphs - 1}`);
  return {
    ...result,
    side: boxIn(comparison, 'side'),
    topic: (index: number) => boxIn(comparison, `t${index}`),
    hasArticleBeside: boxIn(withBlock, 'block')[1] < lastTop + lastHeight,
  };
}

// The page grows by less than the empty rows below it in the viewport.
test.each([
  [26.6, 4],
  [66.9, 3],
])('a block of %d px that pushes the footer into empty rows of the viewport removes none', async (height, topics) => {
  const layout = { isStart: false, isFloating: false, isRtl: false, scale: 1, paragraphs: 3, topics };
  const { regions } = await compared(layout, {}, { block: { height, at: 1 } });
  expect(regions.map(({ kind, elements }) => [kind, ...elements.map(({ selector }) => selector)])).toEqual([
    ['inserted', '#block'],
  ]);
});

const SMALLEST = { isStart: false, isFloating: false, isRtl: false, paragraphs: 3, topics: 3 };
const EXAMPLES = [
  // Letters protrude from the sidebar by a pixel, and the header ends at a fraction of one.
  ...[1.5, 2].map((scale) => ({ scale, height: 10, at: 0, changed: undefined })),
  // The changed topic begins at a fraction of a pixel below the block.
  { scale: 1, height: 10, at: 1, changed: 1 },
  // The changed topic is the last one of the sidebar.
  { scale: 1.5, height: 10, at: 1, changed: 2 },
  // No other element than the changed topic moves.
  { scale: 1, height: 10, at: 2, changed: 2 },
  // The footer ends at a fraction of a pixel, and moves from the empty end of the viewport.
  { scale: 1, height: 85.8, at: 0, changed: undefined },
].map(({ scale, changed, ...block }) => ({ layout: { ...SMALLEST, scale }, isRemoved: false, block, changed }));

test('a block in a sidebar is one region of the sidebar, and a change below it another', {
  timeout: 900_000,
}, async () => {
  const arbitrary = fc
    .record({
      isStart: fc.boolean(),
      isFloating: fc.boolean(),
      isRtl: fc.boolean(),
      scale: fc.constantFrom(1, 1, 2, 1.5, 3),
      paragraphs: fc.integer({ min: 3, max: 8 }),
      topics: fc.integer({ min: 3, max: 8 }),
      height: fc.integer({ min: 100, max: 900 }).map((tenths) => tenths / 10),
      at: fc.nat(6),
      change: fc.option(fc.nat(7)),
      isRemoved: fc.boolean(),
    })
    .map(({ height, at, change, isRemoved, ...layout }) => ({
      layout,
      isRemoved,
      block: { height, at: at % layout.topics },
      changed: change === null ? undefined : change % layout.topics,
    }));
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ layout, block, changed, isRemoved }) => {
      const [one, other] = isRemoved ? [{ block }, { changed }] : [{}, { block, changed }];
      const { regions, side, topic, hasArticleBeside } = await compared(layout, one, other);
      const { scale } = layout;
      const [shift, ...others] = [...regions].sort(
        (a, b) => Number(a.kind === 'changed') - Number(b.kind === 'changed'),
      );
      const margins = 33 * scale;
      expect(shift?.kind).toBe(isRemoved ? 'removed' : 'inserted');
      const isWholePage = !hasArticleBeside && shift?.x === 0 && shift.width === WIDTH * scale;
      const [x, width] = isWholePage ? [0, WIDTH] : [side[0], side[2]];
      expect(Math.abs((shift?.x ?? 0) - x * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs((shift?.width ?? 0) - width * scale)).toBeLessThanOrEqual(1);
      expect(shift?.height).toBeGreaterThanOrEqual(block.height * scale - 1);
      expect(shift?.height).toBeLessThanOrEqual(block.height * scale + margins);
      const named = isWholePage ? shift?.elements.slice(0, 1) : shift?.elements;
      expect(named?.map(({ selector, kinds }) => [selector, ...kinds])).toEqual([
        ['#block', isRemoved ? 'removed' : 'added'],
      ]);
      expect(others.map(({ kind }) => kind)).toEqual(changed === undefined ? [] : ['changed']);
      for (const { comparisonY, height, elements } of others) {
        const [, y, , rows] = topic(changed ?? 0);
        expect(comparisonY).toBeGreaterThan(y * scale - 2 * scale);
        expect((comparisonY ?? 0) + height).toBeLessThan((y + rows) * scale + 2 * scale);
        expect(elements.map(({ selector, kinds }) => [selector, ...kinds])).toEqual([[`#t${changed}`, 'text']]);
      }
    }),
    {
      examples: EXAMPLES.map((example) => [example]),
      numRuns: EXAMPLES.length + Number(process.env.RUNS ?? 8),
      seed: Number(process.env.SEED ?? 1),
    },
  );
});
