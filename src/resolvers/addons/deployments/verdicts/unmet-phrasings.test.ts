import { describe, expect, test } from 'vitest';
import { effectOf } from './change-effect.ts';
import { evidenceOf, NO_EVIDENCE } from './evidence.ts';
import { effect, type Look, pin } from './sample-looks.ts';

const [LARGER, SMALLER] = ['16px', '12px'].map((fontSize): Look => ({ styles: { fontSize } })) as [Look, Look];
const colored = (color: string): Look => ({ styles: { color } });
const [RED, BLUE] = [colored('rgb(200, 0, 0)'), colored('rgb(0, 60, 200)')];
const [DARKER, LIGHTER] = [colored('rgb(51, 51, 51)'), colored('rgb(204, 204, 204)')];
const GREEN: Look = { styles: { backgroundColor: 'rgb(0, 150, 60)' } };
const BOLD: Look = { styles: { fontWeight: '700' } };
const says = (text: string): Look => ({ text });

const BORDER: Look = { styles: { borderColor: 'rgb(200, 0, 0)' } };

const LOOKS = [BORDER, LARGER, SMALLER, RED, BLUE, GREEN, DARKER, LIGHTER, BOLD];
const TEXTS = ['Order', 'until 14:00', '127 €', 'You receive', 'Sign up'];
const EARLIER = ['Buy', 'until 15:00', '78 €', 'You recieve', 'Sale: bread'];

describe('no change does what a comment only mentions, forbids, or asks of something else', () => {
  test.each([
    'The button next door is too small',
    'Make the logo larger',
    'Bitte das Logo größer',
    'El icono es muy claro',
    'ロゴを大きくしてください',
    'Make the font larger but not too large',
    'The tooltip should say "Order"',
    'The placeholder should say "Order"',
    'After the click it should say "Order"',
    'In the mail it should say "Order"',
    'Every second card should say "Order"',
    'Nach dem Klick soll „Order“ stehen',
    'Après le clic, afficher « Order »',
    'Al hacer clic debe decir «Order»',
    'クリック後に「Order」と表示してください',
    'Price for children is 127 €',
    'Shipping costs 127 € more',
    'Save 127 €',
    '127 € cheaper please',
    'Kinder zahlen 127 €',
    'Ab 127 € ist Versand frei',
    'Les enfants paient 127 €',
    'Los niños pagan 127 €',
    'In the shop it costs 127 €',
    'Please check 127 €',
    'typo in the word recieve in the footer',
    'I like the red one better',
    'Is the text supposed to be larger?',
    'On mobile it is larger',
    'The text looks bigger than on the home page',
    'My boss wants it larger, I do not',
    'We could make it larger but I would rather keep it',
    'It used to be red',
    'It was red yesterday',
    'Please keep it red',
    'Leave it bold',
    'Only the second word should be bold',
    'The hover color should be red',
    'The link underline should be red',
    'When hovered it should be red',
    'Should not be bold',
    'No bold please',
    'Not red please',
    'Anything but red',
    'red or blue?',
    'Make it red or blue',
    'Maybe red?',
    'Less red please',
    'Redder',
    'A bit less bold',
    'Why bold?',
    'Too red',
    'The red is too dark',
    'I see red here',
    'There is a red line',
    'This was larger before',
    'It must not say "Order"',
    'It says "Order" on the other page',
    'The button next to it should say "Order"',
    'The mail says "Order", this says "Buy"',
    'Customers read "Order" as a command',
    'When I click "Order" nothing happens',
    '"Order" is wrong',
    'Who wrote "Order" here?',
    'I clicked "Order" and was sent to an empty page, please fix',
    'The price of 127 € is too high',
    'Is 127 € right?',
    'Could it be that the price is 127 €?',
    'Kann es sein, dass der Preis 127 € ist?',
    'Se peut-il que le prix soit 127 € ?',
    '¿Puede ser que el precio sea 127 €?',
    'Should it say "Order"?',
    'I paid 127 € last week',
    'Last year it was 127 €',
    'Opens at 14:00? Really?',
    'I came at 14:00 and you were closed',
    'The parcel came at 14:00, please apologise',
    'The shop nearby sells it for 127 €',
    'It should cost less than 127 €',
    'Not more than 127 €',
    'up to 127 €',
    'about 127 €',
    'Add a table like in "Order"',
    'Mir gefällt Rot nicht',
    'Rot ist hässlich',
    'Das war früher rot',
    'Bitte nicht größer',
    'Kein Rot bitte',
    'Auf dem Handy ist es größer',
    'Nur der Preis soll rot sein',
    'Bitte rot lassen',
    'Ist das Absicht, dass es rot ist?',
    'Wenn man drüber fährt, soll es rot sein',
    '„Order“ ist falsch',
    'Wer hat „Order“ geschrieben?',
    'Ich war um 14 Uhr da und es war zu',
    'Der Nachbar verkauft es für 127 €',
    'Der Knopf daneben soll „Order“ heißen',
    'Je n’aime pas le rouge',
    'C’était rouge avant',
    'Pas plus grand svp',
    'Pas de gras',
    'Sur mobile c’est plus grand',
    'Pourquoi en gras ?',
    'Le bouton à côté devrait dire « Order »',
    'Au survol il devrait être rouge',
    'No me gusta el rojo',
    'Antes era rojo',
    'No más grande',
    'Sin negrita',
    'En el móvil es más grande',
    '¿Por qué en negrita?',
    'El botón de al lado debe decir «Order»',
    '赤は嫌いです',
    '以前は赤でした',
    '大きくしないで',
    '太字はやめてください',
    '隣のボタンは「Order」にしてください',
    'ホバー時に赤にしてください',
    'Title: Order',
    'Write Order numbers down',
    'Replace it',
    'Change Buy to something else',
    'Call it a day',
    'please read the manual',
    'increase the size of the picture',
    'Increase the size of the icon',
    'Font size 16 on mobile',
    'Darken the background image',
    'Darken the overlay behind it',
    'Lighten up!',
    'The logo above should be red',
    'All other buttons should be red',
    'The others should be larger',
    'Everything else larger',
    'Make the first one red',
    'Make the price red and the rest blue',
    'larger than the others',
    'Twice as large',
    'It is red',
    'It is bold',
    'It is too small, but leave it',
    'It is too small? No.',
    'Not dark enough',
    'not big enough',
    'The image is too small',
    'The column is too small',
    'The space is too small',
    'The click area is too small',
    'The difference in price is too small',
    'Our market is too small',
    'The title is too pale, but keep it',
    'Darker roast please',
    'Lighter meals please',
    'Bigger discount',
    'A smaller logo please',
    'Dunkler Kaffee fehlt',
    'Bitte größere Portionen',
    'More contrast in the photo',
    'Más contraste en la foto',
    'Make the heading above larger',
    'Bitte den Text darunter größer',
    'Le texte au-dessus plus grand svp',
    'Make everything larger',
    'Make the whole page larger',
    'Too large for my phone',
    'Should we use red here, like the others do',
    'Could somebody check whether it should be red',
    'Make it red, or is that too much?',
    'Kann man das fett machen oder ist das zu viel?',
    'Ich bin nicht sicher, ob es rot sein soll',
    'Raise it by 127 €',
    'Prices before tax, 127 € must not show',
  ])('%s', (comment) => {
    for (const earlier of EARLIER) {
      const before = says(earlier);
      const afters = [...LOOKS.map((look) => ({ ...look, text: earlier })), ...TEXTS.map(says)];
      for (const after of afters) expect(effect(comment, before, after)).toBe('changed_otherwise');
    }
  });

  test.each(['Make it red', 'The title should be red', 'Bitte rot'])(
    'a border that turned red is not: %s',
    (comment) => {
      expect(effect(comment, says('Buy'), BORDER)).toBe('changed_otherwise');
    },
  );
  test('nor is the background of a title', () => {
    expect(effect('Make the title green', says('Buy'), GREEN)).toBe('changed_otherwise');
  });

  test.each([
    'Remove the other one',
    'Keep this',
    'Do not hide it',
    'Das soll bleiben',
    'Remove "Sale"',
    'Could go, or stay',
    'This should be removed on mobile',
    'Remove this when it is over',
    'Hide it on phones',
    'Bitte auf dem Handy ausblenden',
    'This is gone on my phone',
    'Where did it go?',
    'Please remove the second line',
    'The word below can go',
    'Remove from the cart',
    'À supprimer sur mobile',
    'Delete my account',
    'Remove all of this except the title',
    'Must this go?',
    'Merci de le retirer demain',
    'Could we remove this? I am not sure',
  ])('nor the loss of its element: %s', (comment) => {
    const names = { elements: [{ tag: 'p', id: '', classes: [] }], around: '' };
    const before = pin(says('New in May'));
    expect(effectOf({ comment, verdict: 'gone', before, after: null, evidence: NO_EVIDENCE, names })).toBe(
      'changed_otherwise',
    );
  });
});

describe('a change that meets one wish of a comment does not do what it asks for', () => {
  test.each([
    ['Make it bold and underlined', BOLD],
    ['Make it bold and italic', BOLD],
    ['Make this bold and uppercase', BOLD],
    ['Make it red with a border, rounded corners', RED],
    ['Bigger. More space above.', LARGER],
    ['Larger & centered', LARGER],
    ['Bigger font, tighter line spacing', LARGER],
    ['Bigger, with a border', LARGER],
    ['Make it larger. Same for the date.', LARGER],
    ['White text, dark background', colored('rgb(255, 255, 255)')],
    ['Bitte fett und kursiv', BOLD],
    ['Bitte größer, das Datum auch', LARGER],
    ['Größer, mit Rahmen', LARGER],
    ['En gras et en italique', BOLD],
    ['Plus grand, la date aussi', LARGER],
    ['En negrita y cursiva', BOLD],
    ['Más grande y centrado', LARGER],
    ['大きくして、中央に', LARGER],
  ] as [string, Look][])('a later clause names another one: %s', (comment, after) => {
    expect(effect(comment, {}, after)).toBe('changed_otherwise');
  });

  test.each([
    'Link to /hours and open in a new tab',
    'This should link to /hours, in a new tab',
    'Link should go to /hours. In a new window.',
    'Bitte auf /hours verlinken, in neuem Tab',
    'Lien vers /hours, dans un nouvel onglet',
  ])('also after the target of a link: %s', (comment) => {
    const [before, after] = ['/old', '/hours'].map((linkTarget) => ({ ...pin(), styles: { linkTarget } }));
    if (!before || !after) throw new Error('Two looks are expected.');
    const evidence = evidenceOf(before, after, null);
    expect(effectOf({ comment, verdict: 'changed', before, after, evidence })).toBe('changed_otherwise');
  });

  test.each([
    'Remove this, phone number instead',
    'Remove this, new photo instead',
    'Das kann weg, stattdessen ein Foto',
  ])('also after a removal: %s', (comment) => {
    const before = pin(says('Fresh bread'));
    expect(effectOf({ comment, verdict: 'gone', before, after: null, evidence: NO_EVIDENCE, names: null })).toBe(
      'changed_otherwise',
    );
  });

  test.each([
    ['Make it bigger, thanks a lot', LARGER],
    ['Make it darker, hard to read', DARKER],
    ['Bold please. Looks better.', BOLD],
    ['Bitte größer, kaum lesbar', LARGER],
    ['Not readable at all, make it bigger', LARGER],
  ] as [string, Look][])('neither a reason nor a courtesy is a wish: %s', (comment, after) => {
    expect(effect(comment, {}, after)).toBe('does_it');
  });

  test.each([
    ['Should say "Order" in bold', says('Buy'), says('Order')],
    ['Should say "Order" in red', says('Buy'), says('Order')],
    ['Should say "Order" in larger letters', says('Buy'), says('Order')],
    ['Hier soll „Order“ in Rot stehen', says('Buy'), says('Order')],
    ['Mettre « Order » en rouge', says('Buy'), says('Order')],
    ['Poner «Order» en rojo', says('Buy'), says('Order')],
    ['Make "Sale" bold and change the price to 49 €', says('Sale 39 €'), says('Sale 49 €')],
    ['Make "Sale" bold and change the price to 49 €', says('Sale 39 €'), { ...says('Sale 49 €'), ...BOLD }],
    ['"Sale" should be red and the price should be 49 €', says('Sale 39 €'), says('Sale 49 €')],
  ] as [string, Look, Look][])('a look stands beside a quotation: %s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('changed_otherwise');
  });

  test.each([
    ['Should say "Order" in bold', says('Buy'), { ...says('Order'), ...BOLD }],
    ['Make this bold and change the price to 49 €', says('Sale 39 €'), { ...says('Sale 49 €'), ...BOLD }],
  ] as [string, Look, Look][])('both wishes are met: %s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});

describe('no change of one element in one browser does what a comment asks of several', () => {
  test.each([
    'Too small on my iPhone',
    'Too small in Safari',
    'Too small on smaller screens',
    'Too small in print',
    'Mobile: text too small',
    'Tablet: too small',
    'Please make it larger in landscape',
    'Auf dem Smartphone zu klein',
    'Auf dem Tablet größer bitte',
    'Am Telefon zu klein',
    'Trop petit sur téléphone',
    'Trop petit sur les petits écrans',
    'Muy pequeño en el teléfono',
    'タブレットでは小さすぎる',
    '携帯で見ると小さすぎる',
  ])('on a device: %s', (comment) => {
    expect(effect(comment, {}, LARGER)).toBe('changed_otherwise');
  });
  test('in a mode', () => {
    expect(effect('In dark mode the text should be darker', {}, DARKER)).toBe('changed_otherwise');
  });

  test.each([
    ['Make all headings bold', BOLD],
    ['These should all be bold', BOLD],
    ['Please make each of these bold', BOLD],
    ['Every price should be bold', BOLD],
    ['All prices should be red', RED],
    ['Alle Überschriften bitte fett', BOLD],
    ['Tous les titres en gras svp', BOLD],
    ['Todos los títulos en negrita', BOLD],
    ['見出しを全部太字にしてください', BOLD],
  ] as [string, Look][])('on all of a kind: %s', (comment, after) => {
    expect(effect(comment, {}, after)).toBe('changed_otherwise');
  });
  test('as the targets of all links', () => {
    const [before, after] = ['/old', '/hours'].map((linkTarget) => ({ ...pin(), styles: { linkTarget } }));
    if (!before || !after) throw new Error('Two looks are expected.');
    const evidence = evidenceOf(before, after, null);
    const change = { verdict: 'changed', before, after, evidence } as const;
    expect(effectOf({ ...change, comment: 'Every card should link to /hours' })).toBe('changed_otherwise');
    expect(effectOf({ ...change, comment: 'This should link to /hours' })).toBe('does_it');
  });

  test.each([
    ['We open every day at 8:30', says('Open from 9:00'), says('Open from 8:30')],
    ['Jeden Tag ab 8:30 Uhr', says('Ab 9:00 Uhr'), says('Ab 8:30 Uhr')],
  ] as [string, Look, Look][])('every day is a time of one element: %s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});
