import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainChanges } from './explain-changes.ts';
import type { ChangedElement, ExplainingPin } from './types.ts';

const BOX = { x: 100, y: 100, width: 200, height: 100 };
const change = (box = BOX): ChangedElement => ({
  selector: 'p',
  xpath: '/p',
  kinds: ['text'],
  before: { box, text: '' },
  after: { box, text: '' },
});
const pin = (more: Partial<ExplainingPin> = {}): ExplainingPin => ({
  annotationId: 'a',
  isGuard: false,
  verdict: 'changed',
  before: BOX,
  after: BOX,
  page: { width: 800, height: 2000 },
  ...more,
});
const went = (text: string): ChangedElement => ({ ...change(), before: { box: BOX, text }, after: null });
const PAGE = { x: 0, y: 0, width: 800, height: 2000 };

test.each([
  ['the same element', change(), pin(), true],
  ['a part of it', change({ x: 110, y: 110, width: 30, height: 20 }), pin(), true],
  ['an element around it', change({ x: 50, y: 50, width: 400, height: 300 }), pin(), false],
  ['a neighbor', change({ x: 310, y: 100, width: 50, height: 50 }), pin(), false],
  ['a part of the page', change(), pin({ before: PAGE, after: PAGE }), false],
  ['the page itself', change(PAGE), pin({ before: PAGE, after: PAGE }), true],
  ['an element that went', { ...change(), after: null }, pin({ verdict: 'gone', after: null }), true],
  [
    'another element, where the annotation was on another picture',
    went('Soon'),
    pin({ after: null, text: 'Now' }),
    false,
  ],
  ['an element that went since another picture', went('Now'), pin({ after: null, text: 'Now and then' }), true],
  ['an unchanged annotation', change(), pin({ verdict: 'unchanged' }), false],
  ['an annotation of unknown state', change(), pin({ verdict: 'unknown' }), false],
])('a change of %s', (_name, changed, annotation, isExplained) => {
  expect(explainChanges([changed], [annotation])[0]?.annotationIds).toEqual(isExplained ? ['a'] : []);
});

test.each([
  ['a move in the list of an annotation about its order', '/ul/li[2]', ['moved'], true],
  ['a move with another height', '/ul/li[2]', ['moved', 'resized'], true],
  ['a changed text', '/ul/li[2]', ['moved', 'text'], false],
  ['a move within an item', '/ul/li[2]/p', ['moved'], false],
  ['a move in another list', '/ol/li[2]', ['moved'], false],
] as const)('%s', (_name, xpath, kinds, isExplained) => {
  const elsewhere = { x: 500, y: 900, width: 50, height: 20 };
  const moved: ChangedElement = { ...change(elsewhere), xpath, kinds: [...kinds] };
  const explained = (list: ExplainingPin) => explainChanges([moved], [list])[0]?.annotationIds;
  expect(explained(pin({ list: '/ul' }))).toEqual(isExplained ? ['a'] : []);
  expect(explained(pin())).toEqual([]);
});

test('a guard claims changes of its element, whatever its verdict', () => {
  const guard = pin({ isGuard: true, annotationId: 'g', verdict: 'unchanged' });
  expect(explainChanges([change()], [guard, pin()])).toEqual([{ annotationIds: ['a'], guardedIds: ['g'] }]);
});

test('each change has one explanation, which names each annotation once', () => {
  const box = fc.record({
    x: fc.nat(700),
    y: fc.nat(1900),
    width: fc.integer({ min: 1, max: 100 }),
    height: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 9 }), (boxes) => {
      const found = explainChanges(boxes.map(change), [pin(), pin()]);
      expect(found).toHaveLength(boxes.length);
      for (const { annotationIds } of found) expect(annotationIds.length).toBeLessThanOrEqual(1);
    }),
  );
});
