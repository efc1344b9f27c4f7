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

const region = { kind: 'changed' as const, ...BOX, pixels: 1, elementCount: 1 };
const likenesses = (elements: readonly object[]): string[] =>
  findChanges([{ ...region, elements } as never]).changes.map(({ likeness }) => likeness);
const restyled = (selector: string, before: object, after: object) => ({
  selector,
  xpath: `/html/body/${selector}`,
  tag: selector,
  kinds: ['recolored' as const],
  before: { text: selector, box: BOX, style: before },
  after: { text: selector, box: BOX, style: after },
});

test('one color variable is one cause on all elements, whatever it colors', () => {
  const [blue, red, green] = ['rgb(0, 0, 255)', 'rgb(255, 0, 0)', 'rgb(0, 128, 0)'];
  const [link, button, other] = likenesses([
    restyled('a', { color: blue, borderColor: blue }, { color: red, borderColor: red }),
    restyled('button', { backgroundColor: blue }, { backgroundColor: red }),
    restyled('h1', { color: blue }, { color: green }),
  ]);
  expect(link).toBe(button);
  expect(other).not.toBe(link);
});

test('equal values of different styles are different causes', () => {
  const [one, other] = likenesses([
    restyled('a', { opacity: '1' }, { opacity: '0.5' }),
    restyled('p', { zIndex: '1' }, { zIndex: '0.5' }),
  ]);
  expect(one).not.toBe(other);
});

test('siblings that moved are one change, also on another page', () => {
  const moved = (xpath: string) => ({
    selector: xpath.replaceAll('/', ' > '),
    xpath,
    tag: 'li',
    kinds: ['moved' as const],
    before: { text: xpath, box: BOX, style: {} },
    after: { text: xpath, box: { ...BOX, y: 30 }, style: {} },
  });
  const [one, sibling, elsewhere, otherList] = likenesses([
    moved('/html/body/ul[1]/li[1]'),
    moved('/html/body/ul[1]/li[3]'),
    moved('/html/body/ul[2]/li[2]'),
    moved('/html/body/ol/li[2]'),
  ]);
  expect(new Set([one, sibling, elsewhere]).size).toBe(1);
  expect(otherList).not.toBe(one);
});

test('a change of styles that pixels do not show is one change, said so, with the cause of visible ones', () => {
  const style = [{ color: 'rgb(51, 51, 51)' }, { color: 'rgb(58, 58, 58)' }] as const;
  const [silent, shown] = [restyled('p', ...style), restyled('a', ...style)];
  const { changes, total } = findChanges([
    { ...region, pixels: 0, elements: [silent, shown] },
    { ...region, pixels: 9, elements: [restyled('h1', ...style)] },
    { ...region, pixels: 0, elements: [silent] },
  ] as never);
  expect(total).toBe(3);
  expect(changes.map(({ selector, kinds }) => [selector, kinds])).toEqual([
    ['p', ['recolored', 'silent']],
    ['a', ['recolored', 'silent']],
    ['h1', ['recolored']],
  ]);
  expect(new Set(changes.map(({ likeness }) => likeness)).size).toBe(1);
});
