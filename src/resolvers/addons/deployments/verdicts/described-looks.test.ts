import { describe, expect, test } from 'vitest';
import { effect, type Look } from './sample-looks.ts';

const [RED, BOLD, LARGER]: Look[] = [
  { styles: { color: 'rgb(200, 0, 0)' } },
  { styles: { fontWeight: '700' } },
  { styles: { fontSize: '18px' } },
];

/** Whether a comment on an element that shows no such thing yet is answered once it shows it. */
const introduced = (comment: string, before: Look, after: Look) => effect(comment, before, after, { tag: 'button' });

describe('a text that a comment names as the one to change', () => {
  test.each([
    'change "Buy now"',
    'Please change the text "Buy now"',
    'Please correct "Buy now"',
    'Can you update "Buy now"?',
    'fix "Buy now"',
    'rename "Buy now"',
    '"Buy now" must be changed',
    '"Buy now" needs a better wording',
    'Bitte „Buy now“ ändern',
    '„Buy now“ muss geändert werden',
    'Bitte „Buy now“ anpassen',
    'Merci de corriger « Buy now »',
    '« Buy now » doit être changé',
    '« Buy now » à modifier',
    'Por favor cambiar «Buy now»',
    'Hay que cambiar «Buy now»',
    '「Buy now」を変更してください',
    '「Buy now」を修正してください',
    'Il y a écrit « Buy now »',
    'Aquí pone «Buy now»',
  ])('does not answer it where it is introduced: %s', (comment) => {
    expect(introduced(comment, { text: 'Buy' }, { text: 'Buy now' })).toBe('changed_otherwise');
  });

  test.each([
    ['Change "Buy" to "Buy now"', 'Buy', 'Buy now'],
    ['Please change this to "Buy now"', 'Buy', 'Buy now'],
    ['Please update the text: "Buy now"', 'Buy', 'Buy now'],
    ['Bitte in „Buy now“ ändern', 'Buy', 'Buy now'],
    ['„Buy“ bitte zu „Buy now“ ändern', 'Buy', 'Buy now'],
    ['Changer en « Buy now »', 'Buy', 'Buy now'],
    ['Cambiar a «Buy now»', 'Buy', 'Buy now'],
    ['「Buy now」に変更してください', 'Buy', 'Buy now'],
    ['「Buy」を「Buy now」に変更', 'Buy', 'Buy now'],
  ])('is another one than that which it shall become: %s', (comment, before, after) => {
    expect(introduced(comment, { text: before }, { text: after })).toBe('does_it');
  });
});

describe('a value that a comment describes', () => {
  test.each([
    'the old price is 24 €',
    'The wrong price is 24 €',
    'it still says 24 €',
    'Currently 24 €',
    '24 € is too much',
    '24 € is the old price',
    '24 € is incorrect',
    '24 € has to change',
    'Change the 24 €',
    'Maybe 24 €',
    '24 € or lower',
    'Hier steht 24 €',
    'Bisher 24 €',
    'Der alte Preis ist 24 €',
    '24 € ist zu viel',
    '24 € ändern',
    'L’ancien prix est 24 €',
    'Actuellement 24 €',
    'El precio antiguo es 24 €',
    'Aquí pone 24 €',
    'Quizás 24 €',
    'It is 24 €, that is wrong',
    '24 €, das ist falsch',
    'Il y a écrit 24 €, c’est faux',
    '24 €, c’est l’ancien prix',
    '24 €, eso está mal',
  ])('does not answer the comment where it is introduced: %s', (comment) => {
    expect(introduced(comment, { text: '19 €' }, { text: '24 €' })).toBe('changed_otherwise');
  });

  test('is another one than the right one beside it', () => {
    expect(introduced('It says 19 €, that is wrong. It is 24 €', { text: '19 €' }, { text: '24 €' })).toBe('does_it');
  });

  test.each(['24円は間違いです', '24円と書いてあります', '24円になっています'])(
    'does not answer the comment where it is introduced: %s',
    (comment) => {
      expect(introduced(comment, { text: '19円' }, { text: '24円' })).toBe('changed_otherwise');
    },
  );
});

describe('a look that a comment describes', () => {
  test.each([
    ['too much red', RED],
    ['currently red', RED],
    ['change the red', RED],
    ['zu viel Rot', RED],
    ['Rot ändern', RED],
    ['trop de rouge', RED],
    ['currently bold', BOLD],
    ['change bold', BOLD],
    ['it is larger', LARGER],
    ['es ist größer', LARGER],
    ['c’est plus grand', LARGER],
    ['es más grande', LARGER],
  ] as [string, Look][])('does not answer the comment where it is introduced: %s', (comment, after) => {
    expect(effect(comment, {}, after)).toBe('changed_otherwise');
  });

  test('is another one than that which it shall become', () => {
    expect(effect('change the gray to red', {}, RED ?? {})).toBe('does_it');
  });
});
