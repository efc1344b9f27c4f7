import { expect, test } from 'vitest';
import { mergeChanges } from './merge-changes.ts';
import type { PageStructure, StructureChanges } from './page-structure.ts';

const li = (ref: number, step: string, parent = 1) => ({ ref, parent, tag: 'li', step, box: [0, ref, 9, 9] });
const base: PageStructure = {
  title: 'List',
  elements: [
    { ref: 0, tag: 'body', step: 'body' },
    { ref: 1, parent: 0, tag: 'ul', step: 'ul' },
    li(2, 'li[1]'),
    { ref: 3, parent: 2, tag: 'b', step: 'b' },
    li(4, 'li[2]'),
    { ref: 5, parent: 0, tag: 'p', step: 'p' },
  ],
  assets: [],
  fonts: [],
  viewport: { width: 1, height: 1 },
};
const merge = (...changes: Partial<StructureChanges>[]) =>
  mergeChanges(
    base,
    changes.map((each) => ({ base: 1, elements: [], removed: [], ...each })),
  ).elements;
const refs = (...changes: Partial<StructureChanges>[]) => merge(...changes).map(({ ref }) => ref);

test('removing an element removes its descendants', () => {
  expect(refs({ removed: [2] })).toEqual([0, 1, 4, 5]);
  expect(refs({ removed: [1] })).toEqual([0, 5]);
});

test('an element that left its parent before the parent was removed stays, with its descendants', () => {
  expect(refs({ removed: [1], elements: [li(2, 'li', 0)] })).toEqual([0, 2, 3, 5]);
});

test('a new element is placed in its parent', () => {
  expect(refs({ elements: [li(9, 'li[3]')] })).toEqual([0, 1, 2, 3, 4, 9, 5]);
  expect(refs({ elements: [li(9, 'li[1]')], order: [[1, [9, 2, 4]]] })).toEqual([0, 1, 9, 2, 3, 4, 5]);
});

test('a moved element keeps its other members', () => {
  const [, , , , moved] = merge({ moved: [[4, 'li', [0, 0, 5, 5]]] });
  expect(moved).toEqual({ ref: 4, parent: 1, tag: 'li', step: 'li', box: [0, 0, 5, 5] });
  expect(merge({ moved: [[77, 'li', [0, 0, 5, 5]]] })).toEqual(base.elements);
});

test('elements that contain each other do not cause an endless loop', () => {
  expect(refs({ elements: [li(2, 'li[1]', 3), { ref: 3, parent: 2, tag: 'b' }] })).toEqual([0, 1, 4, 5]);
  expect(refs({ elements: [li(9, 'li', 9)] })).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a page above the element limit is not followed', () => {
  const many = Array.from({ length: 20_000 }, (_none, i) => li(100 + i, 'li'));
  expect(merge({ elements: many })).toEqual(base.elements);
});

test('changes apply in order', () => {
  expect(refs({ removed: [2] }, { elements: [li(2, 'li[1]')] })).toEqual([0, 1, 4, 2, 5]);
  expect(refs({ elements: [li(2, 'li', 0)] }, { removed: [1] })).toEqual([0, 2, 3, 5]);
  expect(refs({ elements: [li(9, 'li[3]', 4)] }, { removed: [4] })).toEqual([0, 1, 2, 3, 5]);
  expect(refs({ order: [[1, [4, 2]]] }, { order: [[1, [2, 4]]] })).toEqual([0, 1, 2, 3, 4, 5]);
  const page = mergeChanges({ ...base, styles: ['a'] }, [
    { base: 1, title: 'First', elements: [], removed: [], styles: ['b'] },
    { base: 1, title: 'Second', elements: [], removed: [], styles: ['c'] },
  ]);
  expect([page.title, page.styles]).toEqual(['Second', ['a', 'b', 'c']]);
});

test('children are sorted once, however many changes order them', () => {
  let looks = 0;
  const many = Array.from({ length: 500 }, (_none, i) => ({
    ...li(0, 'li'),
    get ref() {
      looks += 1;
      return 100 + i;
    },
  }));
  const backwards = many.map((_one, i) => 599 - i);
  const order: [unknown, unknown[]][] = many.map(() => [1, backwards]);
  const changes = many.map(() => ({ base: 1, elements: [], removed: [], order }));
  const page = mergeChanges({ ...base, elements: [...base.elements, ...many] }, changes);
  expect(looks).toBeLessThan(20 * many.length);
  expect(page.elements.map(({ ref }) => ref)).toEqual([0, 1, ...backwards, 2, 3, 4, 5]);
});
