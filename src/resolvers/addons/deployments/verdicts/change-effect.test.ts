import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectOf } from './change-effect.ts';
import { NO_EVIDENCE } from './evidence.ts';
import { expectedTexts } from './literal-texts.ts';
import { effect, type Look, pin } from './sample-looks.ts';

const LARGER: Look = { styles: { fontSize: '16px' } };
const SMALLER: Look = { styles: { fontSize: '12px' } };
const GROWN: Look = { box: { x: 10, y: 20, width: 120, height: 40 } };
const WIDER: Look = { box: { x: 10, y: 20, width: 120, height: 30 } };
const RED: Look = { styles: { color: 'rgb(200, 0, 0)' } };
const RED_BACKGROUND: Look = { styles: { backgroundColor: 'rgb(200, 0, 0)' } };
const BLUE: Look = { styles: { color: 'rgb(0, 60, 200)' } };
const DARKER: Look = { styles: { color: 'rgb(51, 51, 51)' } };
const LIGHTER: Look = { styles: { color: 'rgb(204, 204, 204)' } };
const BOLD: Look = { styles: { fontWeight: '700' } };
const says = (text: string): Look => ({ text });

describe('a change does what a comment asks for literally', () => {
  test.each([
    ['should say "Place order"', 'Buy', 'Place order'],
    ['Should say Place order instead.', 'Buy', 'Place order'],
    ['Please call it Projects', 'Works', 'Projects'],
    ['Let this say “Visit us”. A workshop sounds like a course.', 'Workshop', 'Visit us'],
    ['Rename this to Our Shop and make it larger', 'Shop', 'Our Shop', LARGER],
    ['Please change the headline to Fresh bread', 'Bread', 'Fresh bread'],
    ['Buy → Order now', 'Buy', 'Order now'],
    ['Please don\'t write "Buy". Write "Order".', 'Buy', 'Order'],
    ['Bitte „Jetzt kaufen“ schreiben', 'Kaufen', 'Jetzt kaufen'],
    ['Das soll Jetzt kaufen heißen', 'Kaufen', 'Jetzt kaufen'],
    ['Bitte umbenennen in Projekte', 'Arbeiten', 'Projekte'],
    ['Il faudrait écrire « Acheter »', 'Achat', 'Acheter'],
    ['Cela devrait s’appeler Projets', 'Travaux', 'Projets'],
    ['Debería decir Comprar ahora', 'Comprar', 'Comprar ahora'],
    ['Debe decir «Comprar ahora»', 'Comprar', 'Comprar ahora'],
    ['「今すぐ購入」にしてください', '購入', '今すぐ購入'],
    ['Please remove "Sale"', 'Sale: bread', 'bread'],
    ['Bitte „Aktion“ entfernen', 'Aktion: Brot', 'Brot'],
    ['we close at 14:00', 'Open until 15:00', 'Open until 14:00'],
    ['We close at 2 pm on Saturdays', 'Sat 9:00–15:00', 'Sat 9:00–14:00'],
    ['Wir schließen um 14 Uhr', 'bis 15:00', 'bis 14:00'],
    ['Nous fermons à 14h', "jusqu'à 15h", "jusqu'à 14h"],
    ['Cerramos a las 14:00', 'hasta las 15:00', 'hasta las 14:00'],
    ['14時までに変更してください', '15時まで', '14時まで'],
    ['78 € → 127 €', 'Lamp 78 €', 'Lamp 127 €'],
    ['The price is 127 €, not 78 €', '78 €', '127,00 €'],
    ['Der Preis muss von 78 € auf 127 € geändert werden', '78 €', '127 €'],
    ['Le prix doit être 127 €', '78 €', '127 €'],
    ['The price should be €1,250', '€1,150', '€1,250.00'],
    ['The discount should be 20 %', '15 % off', '20% off'],
    ['recieve should be receive', 'You recieve a mail', 'You receive a mail'],
    ['accomodation should be accommodation', 'Our accomodation', 'Our accommodation'],
    ['Tippfehler: „Adrese“ → „Adresse“', 'Ihre Adrese', 'Ihre Adresse'],
  ] as [string, string, string, Look?][])('%s', (comment, before, after, look) => {
    expect(effect(comment, says(before), { ...look, text: after })).toBe('does_it');
  });
});

describe('a change moves what a comment names in its direction', () => {
  test.each([
    ['Could this be a bit larger?', LARGER],
    ['The text is too small', LARGER],
    ['Please make this bigger', GROWN],
    ['Bitte größer', LARGER],
    ['Die Schrift ist zu klein.', LARGER],
    ['Pourriez-vous mettre le texte en plus grand ?', LARGER],
    ['¿Podría ser más grande?', LARGER],
    ['文字を大きくしてください', LARGER],
    ['Please make it smaller', SMALLER],
    ['Zu groß!', SMALLER],
    ['Le texte est trop grand', SMALLER],
    ['小さくしてください', SMALLER],
    ['The font size should be 16px', LARGER],
    ['Make it red', RED],
    ['Could the background be red?', RED_BACKGROUND],
    ['The text should be blue instead of red', BLUE],
    ['Please change from red to blue', BLUE],
    ['Please use #003cc8 here', BLUE],
    ['Bitte in Rot', RED],
    ['Der Hintergrund soll rot sein', RED_BACKGROUND],
    ['Mettez le texte en rouge', RED],
    ['Debería ser azul', BLUE],
    ['赤にしてください', RED],
    ['This should be darker', DARKER],
    ['Too light!', DARKER],
    ['Bitte etwas dunkler', DARKER],
    ['Le texte est trop clair', DARKER],
    ['Más oscuro, por favor', DARKER],
    ['もっと濃くしてください', DARKER],
    ['Please make it lighter', LIGHTER],
    ['The contrast is too low', DARKER],
    ['Bitte mehr Kontrast', DARKER],
    ['Pas assez de contraste', DARKER],
    ['Falta contraste', DARKER],
    ['コントラストが低いです', DARKER],
    ['Please make it bold', BOLD],
    ['Das sollte fett sein', BOLD],
    ['En gras svp', BOLD],
    ['En negrita por favor', BOLD],
    ['太字にしてください', BOLD],
    ['Make it larger and bold', { styles: { fontSize: '16px', fontWeight: '700' } }],
  ] as [string, Look][])('%s', (comment, after) => {
    expect(effect(comment, {}, after)).toBe('does_it');
  });
});

test.each([
  'Please remove this',
  'remove',
  'This should be removed.',
  'Das kann weg',
  'Bitte entfernen',
  'À supprimer',
  'Por favor eliminar',
  'Eliminadlo',
  'これを削除してください',
])('a lost element does it: %s', (comment) => {
  expect(
    effectOf({ comment, verdict: 'gone', before: pin(), after: pin({ state: 'orphaned' }), evidence: NO_EVIDENCE }),
  ).toBe('does_it');
});

describe('a person must say', () => {
  test.each([
    // Questions and complaints without a direction.
    ['Why is Saturday so high?', {}, RED],
    ['This is a truck, but you deliver by bike!', {}, RED],
    ['Looks ugly', {}, RED],
    ['Warum ist das rot?', {}, RED],
    ['Pourquoi est-ce rouge ?', {}, RED],
    ['¿Por qué es rojo?', {}, RED],
    ['なぜ赤ですか？', {}, RED],
    ['Should this be red?', {}, RED],
    ['The competition is larger', {}, LARGER],
    ['It looks larger on my phone', {}, LARGER],
    ['赤が目立ちすぎます', {}, RED],
    // Negations.
    ["Please don't make it red", {}, RED],
    ['This must not be larger', {}, LARGER],
    ['Bitte nicht rot', {}, RED],
    ['Ne le mettez pas en rouge', {}, RED],
    ['No lo pongas en rojo', {}, RED],
    ['赤にしないでください', {}, RED],
    ['It should not say "Order"', says('Cart'), says('Order')],
    ['Please do not remove this', {}, {}],
    // Other directions and other properties.
    ['we close at 14:00', says('until 14:00'), says('until 15:00')],
    ['we close at 14:00', says('until 14:00'), { ...RED, text: 'until 14:00' }],
    ['we close at 14:00', says('until 15:00'), says('until 14:30')],
    ['Could it be larger?', {}, RED],
    ['Make it larger', {}, SMALLER],
    ['Make it larger', {}, WIDER],
    ['Make the text larger', {}, GROWN],
    ['Make it larger', says('Buy'), { ...GROWN, text: 'Buy this now' }],
    ['Please make it darker', {}, LIGHTER],
    ['Make it red', {}, BLUE],
    ['The red button should be larger', {}, RED],
    ['Make it red like the logo', {}, BLUE],
    ['The text should be red', {}, RED_BACKGROUND],
    ['The contrast is too low', {}, LIGHTER],
    ['The contrast is too low', { styles: { backgroundColor: 'rgba(0, 0, 0, 0)' } }, DARKER],
    ['The contrast is too low', {}, { styles: { color: 'rgb(140, 140, 140)' } }],
    ['should say "Place order"', says('Buy'), says('Order')],
    ['Typo: "recieve"', says('You recieve a mail'), says('We recieve a mail')],
    ['Typo: Monday', says('Monday'), says('Sunday')],
    ['78 € → 127 €', says('78 €'), says('98 €')],
    // Parts and bounds that nobody recorded, and wishes that are met in part.
    ['Make the icon larger', {}, LARGER],
    ['The padding should be 16px', {}, LARGER],
    ['Make it larger than the price', {}, LARGER],
    ['Make it twice as large, larger!', {}, LARGER],
    ['If you make it larger, it is readable', {}, LARGER],
    ['Make it larger. Also move it to the left.', {}, LARGER],
    ['Make it larger and bold', {}, LARGER],
    ['Please make it larger and align it with the price', {}, LARGER],
    ['Move it above the price', {}, RED],
    ['Should link to /contact', {}, RED],
    ['Please remove the shadow', {}, {}],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('changed_otherwise');
  });

  test.each([
    'Please remove the icon from this',
    'Remove this border',
    'Why did you remove this?',
    'Make it larger',
    'do not remove',
  ])('whether a lost element answers: %s', (comment) => {
    expect(
      effectOf({ comment, verdict: 'gone', before: pin(), after: pin({ state: 'orphaned' }), evidence: NO_EVIDENCE }),
    ).toBe('changed_otherwise');
  });
});

test('other verdicts have the effect that they say', () => {
  const effectOfVerdict = (verdict: 'regressed' | 'unchanged' | 'unknown') =>
    effectOf({ comment: 'Make it red', verdict, before: pin(), after: pin(RED), evidence: NO_EVIDENCE });
  expect([effectOfVerdict('regressed'), effectOfVerdict('unchanged'), effectOfVerdict('unknown')]).toEqual([
    'went_back',
    null,
    null,
  ]);
});

test('a look in a picture of another width counts for nothing', () => {
  const effectOfWidth = (comment: string) =>
    effectOf({ comment, verdict: 'changed', before: pin(), after: pin(LARGER), evidence: NO_EVIDENCE });
  expect(effectOfWidth('Make it larger')).toBe('changed_otherwise');
});

test('a text without recorded styles is judged by its words', () => {
  const bare = (text: string) => ({ ...pin({ text }), styles: null });
  const effectOfText = (comment: string) =>
    effectOf({ comment, verdict: 'changed', before: bare('Buy'), after: bare('Order'), evidence: NO_EVIDENCE });
  expect([effectOfText('should say "Order"'), effectOfText('Make it red')]).toEqual(['does_it', 'changed_otherwise']);
});

test.each([
  ['Price should be 127 €', '78 €', ['127 €']],
  ['78 € → 127 €', '78 €', ['127 €']],
  ['we close at 14:00', null, ['14:00']],
  ['Please rename it to Our Shop', null, ['Our Shop']],
  ['recieve should be receive', 'You recieve it', ['receive']],
  ['"Cart" → "Basket"', null, ['Basket']],
  ['Why does it say "Cart"?', null, []],
  ['Should say something friendlier', null, []],
  ['click here -> nothing happens', 'Buy', []],
  ['Make it 16px', null, []],
  ['The vase has two names: “Twig vase” here, “Branch vase” in the order mail.', 'Twig vase', []],
  ['Better: “Branch vase”', 'Twig vase', ['Branch vase']],
] as [string, string | null, string[]][])('%s expects %o', (comment, before, expected) => {
  expect(expectedTexts(comment, before)).toEqual(expected);
});

test('nothing is said of what stands beyond the recorded part of a text', () => {
  const long = 'x'.repeat(195);
  const shown = (text: string) => `${text} ${long}`.slice(0, 200);
  // The earlier text may have had the wanted one beyond its recorded part.
  expect(effect('should say "Order"', says(shown('Buy')), says('Order'))).toBe('changed_otherwise');
  expect(effect('The price should be 12 €', says(shown('9 €')), says('12 €'))).toBe('changed_otherwise');
  // The present text may still have the unwanted one there.
  expect(effect('Remove "Sale"', says('Sale today'), says(shown('Now today')))).toBe('changed_otherwise');
  expect(effect('The price should be 12 €', says('9 €'), says(shown('12 €')))).toBe('changed_otherwise');
  // The recorded parts decide if they show the answer.
  expect(effect('should say "Order"', says('Buy'), says(shown('Order')))).toBe('does_it');
  expect(effect('Buy → Order', says(shown('Buy')), says(shown('Order')))).toBe('does_it');
  expect(effect('Remove "Sale"', says('Sale today'), says('Now today'))).toBe('does_it');
});

test('arbitrary comments are read in time, and never answered by a change of nothing', () => {
  const mark = fc.constantFrom(
    '"',
    "'",
    '„',
    '“',
    '«',
    '»',
    ' ',
    '→',
    'make it',
    'rot',
    '14:00',
    '78 €',
    '.',
    '?',
    'not',
    '大きく',
    '#',
    '9',
  );
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 60 }), (parts) => {
      expect(effect(parts.join(' '), {}, {})).toBe('changed_otherwise');
    }),
  );
  for (const part of ['"a', 'rot ', 'make it larger and ', 'a→', '1,', 'should say A ', '→ ', '漢字'])
    effect(part.repeat(3_000), {}, RED);
});
