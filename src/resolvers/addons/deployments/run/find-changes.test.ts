import { expect, test } from 'vitest';
import { findChanges } from './find-changes.ts';

const BOX = { x: 0, y: 0, width: 10, height: 10 };
const button = (selector: string, before: string, after: string) => ({
  selector,
  xpath: '/html/body/button',
  tag: 'button',
  kinds: ['text' as const],
  before: { text: before, box: BOX, style: {} },
  after: { text: after, box: BOX, style: {} },
});

test('the same new words in place of the same old ones are like changes, whatever the selectors', () => {
  const elements = [
    button('#card-1 > button', 'Add to basket', 'Put in basket'),
    button('[data-testid="add-2"]', 'Add to basket', 'Put in basket'),
    button('#card-3 > button', 'Sold out', 'Put in basket'),
  ];
  const region = { kind: 'changed' as const, ...BOX, pixels: 1, elements, elementCount: 3 };
  const [one, other, third] = findChanges([region as never]).changes;
  expect(one?.likeness).toBe(other?.likeness);
  expect(one?.likeness).not.toBe(third?.likeness);
});
