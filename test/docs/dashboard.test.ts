import { expect, test } from 'vitest';
import { SCREENS } from '../dashboard/support/screens.ts';
import { readPage } from './support/markdown.ts';

test('the documentation has a picture of every screen', () => {
  // The panel's page has the window of its log-in, that of connected apps their consent.
  const text = ['dashboard', 'panel', 'connected-apps'].map((name) => readPage(`docs/${name}.md`)).join('');
  const pictures = [...text.matchAll(/images\/dashboard-([\w-]+)\.webp/g)].map(([, name]) => name);
  const expected = SCREENS.filter(({ isBeside }) => !isBeside).map(({ name }) => name);
  expect(expected.filter((name) => !pictures.includes(name))).toEqual([]);
});
