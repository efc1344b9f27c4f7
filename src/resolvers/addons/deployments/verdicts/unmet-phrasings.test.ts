import { describe, expect, test } from 'vitest';
import { effectOf } from './change-effect.ts';
import { NO_EVIDENCE } from './evidence.ts';
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
    const element = { tag: 'p', id: '', classes: [] };
    const before = pin(says('New in May'));
    expect(effectOf({ comment, verdict: 'gone', before, after: null, evidence: NO_EVIDENCE, element })).toBe(
      'changed_otherwise',
    );
  });
});
