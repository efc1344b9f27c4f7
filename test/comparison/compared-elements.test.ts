import { expect, test } from 'vitest';
import { packRecord } from '../../src/infrastructure/capture/page-record.ts';
import { type ComparisonResult, type PairFacts, runTask } from '../../src/infrastructure/comparison/task.ts';
import { createPicture, fillBox, type Picture, toPng } from '../support/pictures.ts';
import { pageElement } from '../support/snapshots.ts';

const PAGE = createPicture(120, 90, (x, y) => [x * 2, y * 2, 90]);
const [BUTTON, LOGO] = [
  { x: 10, y: 20, width: 40, height: 16 },
  { x: 70, y: 50, width: 20, height: 20 },
];
const OPTIONS = { threshold: 0.1, alignRows: true, ignore: [BUTTON] };
const ELEMENTS = {
  pairs: [LOGO, BUTTON].map((box) => ({ baseline: box, comparison: box })),
  scale: 1,
  threshold: 0.1,
};

async function stored(picture: Picture, isStill: boolean) {
  const record = {
    title: 'Page',
    finalUrl: 'https://shop.example/',
    status: 200,
    width: picture.width,
    height: picture.height,
    scale: 1,
    browser: 'Test/1',
    isStill,
    consoleErrors: [],
    failedRequests: [],
    durationMs: 1,
    elements: [pageElement('#buy', [10, 20, 40, 16]), pageElement('#logo', [70, 50, 20, 20])],
  };
  return { image: await toPng(picture), tileHashes: undefined, record: await packRecord(record) };
}

/** Page whose button changed, which the comparison of the pages ignores, and whose logo did. */
const pair = async () => ({
  baseline: await stored(PAGE, true),
  comparison: await stored(fillBox(fillBox(PAGE, BUTTON, [255, 0, 0]), LOGO, [0, 255, 0]), false),
});

test('a comparison with elements finds what one of the pages and one of the elements find', async () => {
  const images = await pair();
  const both = (await runTask({
    kind: 'compare',
    ...images,
    options: OPTIONS,
    elements: ELEMENTS,
  })) as ComparisonResult & {
    facts: PairFacts;
  };
  const { facts, ...pages } = both;
  expect(pages).toEqual(await runTask({ kind: 'compare', ...images, options: OPTIONS }));
  expect(pages.regions).toHaveLength(1);
  expect(facts.elements).toEqual(await runTask({ kind: 'elements', ...images, ...ELEMENTS }));
  // Elements are compared where the page is ignored, too.
  expect(facts.elements.map((element) => (element?.pixels ?? 0) > 100)).toEqual([true, true]);
  expect(facts.pages).toEqual({ overlap: 1, isStill: { baseline: true, comparison: false } });
});

test('without a page record, the elements are compared alone', async () => {
  const { baseline, comparison } = await pair();
  const task = {
    kind: 'compare',
    baseline,
    comparison: { ...comparison, record: undefined },
    options: OPTIONS,
  } as const;
  const { facts } = (await runTask({ ...task, elements: ELEMENTS })) as { facts: PairFacts };
  expect(facts).toMatchObject({ elements: [{ isStretched: false }, { isStretched: false }], pages: null });
});
