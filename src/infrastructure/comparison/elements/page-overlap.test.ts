import { expect, test } from 'vitest';
import { pageOverlap } from './page-overlap.ts';

test('the overlap counts elements of the earlier page that are left', () => {
  const element = (tag: string, id = '', text = '') => ({
    tag,
    id,
    classes: [],
    selector: '',
    xpath: '',
    text,
    box: [0, 0, 1, 1] as [number, number, number, number],
    style: {
      color: '',
      backgroundColor: '',
      borderColor: '',
      fontSize: '',
      fontWeight: '',
      fontFamily: '',
      opacity: '',
    },
  });
  const page = { elements: [element('p'), element('p'), element('div', 'cart'), element('nav')] };
  expect(pageOverlap(page, page)).toBe(1);
  expect(pageOverlap(page, { elements: [element('p'), element('form')] })).toBe(0.25);
  const team = ['Mara', 'Tom'].map((name) => element('li', '', name));
  const redesigned = ['Mara', 'Tom', 'Jo'].map((name) => element('article', '', name));
  expect(pageOverlap({ elements: team }, { elements: redesigned })).toBe(1);
  expect(pageOverlap({ elements: [] }, { elements: [] })).toBe(1);
  expect(pageOverlap({ elements: [] }, page)).toBe(0);
});
