import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLiterals } from './literal-texts.ts';

test.each([
  ['should say "Buy now"', ['Buy now']],
  ["should say 'Buy now'", ['Buy now']],
  ['should say “Buy now.”', ['Buy now.']],
  ['should say ‘Don’t buy’ here', ['Don’t buy']],
  ['Bitte „Jetzt kaufen“ schreiben', ['Jetzt kaufen']],
  ['Bitte »Jetzt kaufen« schreiben', ['Jetzt kaufen']],
  ['Écrire « Acheter » ici', ['Acheter']],
  ['Debe decir «Comprar ahora» o “Comprar”', ['Comprar ahora', 'Comprar']],
  ['「今すぐ購入」にしてください', ['今すぐ購入']],
  ['『購入』ではなく「今すぐ購入」', ['今すぐ購入']],
  ['use `Buy now`', ['Buy now']],
  ['change "Buy" to "Order now"', ['Order now']],
  ['should say "Buy now" instead of "Purchase"', ['Buy now']],
  ['„Jetzt kaufen“ statt „Bestellen“', ['Jetzt kaufen']],
  ["it's the client's button", null],
  ['remove "Sale"', null],
  ['"Buy" looks wrong', null],
  ['no quotes at all', null],
] as [string, string[] | null][])('%s', (comment, expected) => {
  expect(checkLiterals(comment, 'Buy', 'Buy')?.expected ?? null).toEqual(expected);
});

test.each([
  ['Buy now', true],
  ['Buy now!', true],
  ['BUY NOW', false],
  ['x'.repeat(200), null],
])('an element that shows %s', (after, isMet) => {
  expect(checkLiterals('should say "Buy now."', 'Buy', after)?.isMet).toBe(isMet);
});

test('any quoted text is found, and arbitrary comments are read in time', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (text) => {
      expect(checkLiterals(`should say "${text}"`, 'THE EARLIER', text)).toEqual({ expected: [text], isMet: true });
    }),
  );
  const marks = ['"', "'", '„', '“', '«', '»', '‘', '’', ' ', 'a', ':'];
  for (const mark of marks) checkLiterals(`${mark}a `.repeat(5_000), null, null);
});
