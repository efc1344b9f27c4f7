import { expect, test } from 'vitest';
import { wantedTexts } from './wanted-texts.ts';

test.each([
  ['rename it to Releases', ['Releases']],
  ['Looks good. Please call it Projects instead.', ['Projects']],
  ['Buy → Order', ['Order']],
  ['Das sollte Jetzt bestellen heißen', ['Jetzt bestellen']],
  ['Renommer en Accueil', ['Accueil']],
  ['Debería llamarse Inicio', ['Inicio']],
  ['should say "Place order"', ['Place order']],
  ['Paul is “Head of engineering” now, please change it', ['Head of engineering']],
  ['"Cart" → "Basket"', ['Basket']],
  ['„Jetzt kaufen“ statt „Bestellen“', ['Jetzt kaufen']],
  ['『購入』ではなく「今すぐ購入」', ['今すぐ購入']],
  ['Remove "Sale"', []],
  ['Please don\'t write "Buy". Write "Order".', ['Order']],
  ['Why does it say "Cart"?', []],
  ['River costs 55 € since Monday', ['55 €']],
  ['We close at 14:00', ['14:00']],
  ['use `A`, `B`, `C`, `D`', ['A', 'B', 'C']],
  ['Too small for me', []],
  ['', []],
] as [string, string[]][])('%s', (comment, texts) => {
  expect(wantedTexts(comment)).toEqual(texts);
});
