import { expect, test } from 'vitest';
import { namedTexts } from './named-texts.ts';

test.each([
  ['rename it to Releases', ['Releases']],
  ['Looks good. Please call it Projects instead.', ['Projects']],
  ['Buy → Order', ['Order']],
  ['Das sollte Jetzt bestellen heißen', ['Jetzt bestellen']],
  ['Renommer en Accueil', ['Accueil']],
  ['Debería llamarse Inicio', ['Inicio']],
  ['Too small for me', []],
  ['', []],
])('%s', (comment, texts) => {
  expect(namedTexts(comment)).toEqual(texts);
});
