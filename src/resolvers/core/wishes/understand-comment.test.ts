import { describe, expect, test } from 'vitest';
import { understandComment } from './understand-comment.ts';
import type { Wish } from './wish.ts';

/** Texts and values that a comment asks for. */
const wantedOf = (comment: string): string[] =>
  understandComment(comment).flatMap((wish) => {
    if (wish.kind === 'value') return [wish.value.text];
    return wish.kind === 'text' ? [wish.text] : [];
  });

const hasDirection = ({ kind }: Wish): boolean => ['size', 'shade', 'bold', 'color'].includes(kind);

describe('an old text that shall come back', () => {
  test.each([
    ['Bring back the old title "Sale" and show "Today only"', ['Sale', 'Today only']],
    ['Please restore the previous text "Sale" above "Deal"', ['Sale']],
    ['Bring back the old price: $20', ['$20']],
    ['Please go back to the old price: $20', ['$20']],
    ['Revert to the previous wording "Sale"', ['Sale']],
    ['Can we have the old title "Sale" back?', ['Sale']],
    ['Could you use the previous price $20 again?', ['$20']],
    ['I want the old label "Sale" again', ['Sale']],
    ['Wir brauchen den alten Preis 20 €', ['20 €']],
    ['Bitte wieder den alten Titel „Sale“', ['Sale']],
    ['Bitte den alten Titel „Sale“ wiederherstellen', ['Sale']],
    ['Zurück zum alten Preis 20 €', ['20 €']],
    ['Merci de remettre l’ancien titre « Soldes »', ['Soldes']],
    ['Il faut revenir à l’ancien prix 20 €', ['20 €']],
    ['Volver al precio anterior: 20 €', ['20 €']],
    ['Restaurar el título anterior «Ofertas»', ['Ofertas']],
    ['Ripristina il vecchio titolo «Saldi»', ['Saldi']],
    ['Voltar ao preço antigo: 20 €', ['20 €']],
    ['前のタイトル「セール」に戻してください', ['セール']],
  ])('is wanted: %s', (comment, wanted) => {
    expect(wantedOf(comment)).toEqual(wanted);
    const old = understandComment(comment).flatMap((wish) => (wish.kind === 'text' ? (wish.instead ?? []) : []));
    expect(old).toEqual([]);
  });

  test.each([
    'Use "New" instead of the old title "Sale"',
    'The old title "Sale" should be "New"',
    'Replace the old title "Sale" with "New"',
    'Old title: "Sale", new title: "New"',
    'Use "New" where the old title "Sale" was',
    'I want the old title "Sale" to be "New"',
    'We need the old title "Sale" changed to "New"',
  ])('is not what another text replaces: %s', (comment) => {
    expect(understandComment(comment)).toEqual([{ kind: 'text', text: 'New', instead: ['Sale'] }]);
  });

  test.each([
    'Da steht wieder der alte Preis 20 €',
    'It went back to the old price 20 €',
    'The old price 20 € is back',
    'Der alte Titel „Sale“ steht wieder da',
    'The old title "Sale" again',
    'Use the old title "Sale" no more',
    'I want the old title "Sale" gone',
    'We want the old price 20 € removed',
    'Back to the wrong title "Sale" again',
    'Wir brauchen den alten Titel „Sale“ nicht mehr',
    'Don’t bring back the old title "Sale"',
    'Il vecchio prezzo: 20 €',
    'O preço antigo é 20 €',
  ])('is not what a comment complains about: %s', (comment) => {
    expect(wantedOf(comment)).toEqual([]);
  });
});

test.each([
  'Don’t change "Buy" to "Order"',
  'Do not rename "Buy" to "Order" please',
  'There is no need to change "Buy" to "Order"',
  'Please avoid changing "Buy" to "Order"',
  'Don’t let them swap "Buy" for "Order"',
  'Somebody changed "Buy" to "Order"',
  'Bitte auf keinen Fall „Buy“ durch „Order“ ersetzen',
  'Ne changez pas « Buy » en « Order »',
  'No cambiar «Buy» por «Order»',
  'Non cambiare «Buy» in «Order»',
  '「Buy」を「Order」に変えないでください',
  'Non cambiare 20 € in 25 €',
  '"Order" would be wrong',
  '"Order" would be the wrong word',
  '"Order" could be misleading here',
  '25 € would be too much',
  'It would be wrong to write "Order"',
  'It would be a mistake to change "Buy" to "Order"',
  'Writing "Order" here would be wrong',
  'Es wäre falsch hier „Order“ zu schreiben',
  'Il serait faux d’écrire « Order »',
  'Sería un error escribir «Order»',
  '"Order" must not appear',
])('a comment does not ask for what it rejects, nor for what happened: %s', (comment) => {
  expect(wantedOf(comment)).toEqual([]);
});

test('a rejected text shall go for the wanted one beside it', () => {
  const wished = [{ kind: 'text', text: 'Buy', instead: ['Order'] }];
  expect(understandComment('"Order" would be wrong, use "Buy"')).toEqual(wished);
  expect(wantedOf('Change "Buy" to "Order" so that it’s not confusing')).toEqual(['Order']);
  expect(wantedOf('Should be changed from "Buy" to "Order"')).toEqual(['Order']);
});

describe('a change that a comment tells of', () => {
  test.each([
    'This became smaller',
    'It got darker',
    'This turned red',
    'It became bold',
    'Text is suddenly bold please check',
    'Why did you make this smaller',
    'It is smaller please fix',
    'The button got bigger please fix',
    'It has become darker, please check',
    'Schrift ist plötzlich viel größer bitte prüfen',
    'Das wurde kleiner',
    'Wird immer kleiner',
    'C’est devenu plus petit',
    'Le titre est maintenant plus petit svp vérifier',
    'Se hizo más pequeño',
    'El texto ahora es más claro por favor revisar',
    '小さくなった',
    '小さくなりました',
  ])('is not wanted: %s', (comment) => {
    expect(understandComment(comment).filter(hasDirection)).toEqual([]);
  });

  test('is wanted the other way around when it went too far', () => {
    expect(understandComment('This became too small')).toEqual([{ kind: 'size', direction: 'larger', of: 'any' }]);
  });

  test.each(['Make it smaller', 'It should be made smaller', 'Smaller please', 'Please make sure it is smaller'])(
    'is not a request: %s',
    (comment) => {
      expect(understandComment(comment)).toEqual([{ kind: 'size', direction: 'smaller', of: 'any' }]);
    },
  );
});

test.each([
  'Forse 20 €',
  'Magari 20 €',
  'Probabilmente 20 €',
  'Talvez 20 €',
  'Provavelmente 20 €',
  'Probably 20 €',
  'Wahrscheinlich 20 €',
  'A lo mejor 20 €',
  '20円かも',
  '20 € è troppo',
  '20 € é demais',
  '20 € is expensive',
  'Ainda mostra 20 €',
  'Ainda está 20 €',
  'Mostra ancora 20 €',
  'Costa ancora 20 €',
  'Bei mir zeigt es 20 €',
  'Zeigt 20 € an',
  'Noch 20 €',
  'Affiche 20 €',
  'Toujours 20 €',
  'Muestra 20 €',
  'Todavía 20 €',
  'Sigue en 20 €',
  'まだ20円',
  '今は20円です',
  'It costs 20 € right now',
  'Al momento 20 €',
  'Momentan 20 €',
  '20円と表示されています',
  'You still show $20',
  'Bei mir zeigt es „20 €“',
])('a value that a comment guesses, rejects or sees is not wanted: %s', (comment) => {
  expect(wantedOf(comment)).toEqual([]);
});

test.each(['20 €', 'Bitte 20 €', 'Jetzt 20 €', 'Please show 20 €', 'Prezzo: 20 €', 'O preço é 20 €'])(
  'a value that a comment states is wanted: %s',
  (comment) => {
    expect(wantedOf(comment)).toEqual(['20 €']);
  },
);

test.each([
  'page title should be "Shop"',
  'Seitentitel soll „Shop“ heißen',
  'The browser tab should say "Shop"',
  'The e-mail subject should say "Shop"',
])('a text that belongs elsewhere is for a person to judge: %s', (comment) => {
  expect(understandComment(comment)).toEqual([{ kind: 'other' }]);
});
