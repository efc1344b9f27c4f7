import { expect, test } from 'vitest';
import en from '../i18n/en.ts';
import { detailsOf } from './change-text.ts';

test('names rarer properties as CSS does', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const state = (boxShadow: string) => ({ text: '', box, style: { boxShadow } });
  const element = { tag: 'p', kinds: [], before: state('none'), after: state('red 0px 1px 2px 0px') };
  expect(detailsOf(element, en)).toEqual([
    { text: 'box-shadow', before: 'none', after: 'red 0px 1px 2px 0px', isColor: false },
  ]);
});
