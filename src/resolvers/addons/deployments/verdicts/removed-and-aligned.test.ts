import { describe, expect, test } from 'vitest';
import type { NamedElement } from '../../../core/wishes/removals.ts';
import { effectOf } from './change-effect.ts';
import { NO_EVIDENCE } from './evidence.ts';
import type { Evidence, PinFacts } from './types.ts';

const pin = (textAlign: string): PinFacts => ({
  state: 'bound',
  confidence: 0.97,
  box: { x: 10, y: 20, width: 100, height: 30 },
  text: 'Buy',
  styles: { color: 'rgb(0, 0, 0)', textAlign },
});

const element = (name: string): NamedElement => {
  const [tag = '', ...classes] = name.split('.');
  return { tag, id: '', classes };
};
const removed = (comment: string, name: string, text = 'Buy') =>
  effectOf({
    comment,
    verdict: 'gone',
    before: { ...pin('left'), text },
    after: null,
    evidence: NO_EVIDENCE,
    names: { elements: [element(name)], around: '' },
  });

describe('a removed element that the comment names', () => {
  test.each([
    ['Remove the badge', 'span.badge'],
    ['Please remove the old badge.', 'span.new-badge'],
    ['Can we get rid of the banner', 'div.c-banner--wide'],
    ['Take out the button please', 'button.buy'],
    ['Delete our newsletter', 'div.footerNewsletter'],
    ['The banner should be removed', 'div.banner'],
    ['The red button must go', 'button'],
    ['Nobody has a fax, please remove the field', 'label.fax'],
    ['Bitte den Hinweis entfernen', 'p.hinweis'],
    ['Das Bild kann weg', 'img'],
    ['Bitte entfernen Sie die Überschrift', 'h2'],
    ['Lösche das Formular', 'form'],
    ['Supprimez le bouton svp', 'button'],
    ['Merci de retirer l’image', 'img'],
    ['Quita el título', 'h1'],
    ['Por favor eliminar la foto', 'figure'],
    ['ボタンを削除してください', 'button'],
    ['Can we hide this banner?', 'div.banner'],
    ['Remove this section please', 'section'],
    ['Remove this please', 'p'],
    ['Remove this text', 'p.lead'],
    ['Remove this form', 'form'],
    ['Bitte diesen Hinweis löschen', 'p.hinweis'],
    ['Das bitte löschen', 'p'],
    ['Merci de supprimer ce texte', 'p'],
    ['Quitar esta foto por favor', 'img'],
    ['この画像を削除してください', 'img'],
    ['画像を消してください', 'img'],
  ])('%s: %s', (comment, name) => {
    expect(removed(comment, name)).toBe('does_it');
  });

  test.each([
    // The container of what the comment names, or another thing.
    ['Remove the badge', 'article.card'],
    ['Remove the badge', 'article.has-badge'],
    ['Remove the badge', 'div.badge-list'],
    ['Remove the button', 'section.button-row'],
    ['Please remove the image', 'article.card'],
    ['Remove the other badge', 'span.badge'],
    ['Remove the badge from the price', 'span.badge'],
    ['Remove the badge if it is old', 'span.badge'],
    ['Do not remove the badge', 'span.badge'],
    ['Remove the shadow', 'div.shadow'],
    ['Remove this section', 'button'],
    ['Remove this box', 'h2'],
    ['Diesen Abschnitt bitte entfernen', 'p'],
    ['Supprimer ce bloc', 'span'],
    ['Remove these buttons', 'button'],
    ['Delete these links', 'a'],
    ['Remove the badge and make it larger', 'span.badge'],
    ['Den anderen Hinweis entfernen', 'p.hinweis'],
    ['Supprimez le bouton rouge de droite', 'button'],
    ['Quita el icono', 'span.icono'],
    // A part of the text, or a trait of its look.
    ['Remove this word', 'p'],
    ['Remove this comma', 'p.lead'],
    ['Please remove this hyphen', 'p'],
    ['Remove this animation', 'section'],
    ['This gradient should go', 'section'],
    ['Dieses Komma entfernen', 'p'],
    ['Das Komma kann weg', 'p'],
    ['Der Hintergrund kann weg', 'section'],
    ['Bitte dieses Wort streichen', 'p'],
    ['Supprimer ce mot', 'p'],
    ['Supprimez cette virgule', 'p'],
    ['Quitar esta coma', 'p'],
    ['Eliminar esta palabra', 'p'],
    ['この単語を消してください', 'p'],
    ['この背景を削除してください', 'section'],
  ])('leaves to a person: %s: %s', (comment, name) => {
    expect(removed(comment, name)).toBe('changed_otherwise');
  });

  test.each(['Please delete this sentence', 'Remove this line', 'Diesen Satz bitte löschen', 'Supprimez cette phrase'])(
    'a sentence is not the whole text of several: %s',
    (comment) => {
      expect(removed(comment, 'p')).toBe('does_it');
      expect(removed(comment, 'p', 'Fresh bread. Every morning.')).toBe('changed_otherwise');
    },
  );

  test('leaves to a person what no page record names', () => {
    const unnamed = { comment: 'Remove the badge', names: null };
    const verdict = { verdict: 'gone', before: pin('left'), after: null, evidence: NO_EVIDENCE } as const;
    expect(effectOf({ ...unnamed, ...verdict })).toBe('changed_otherwise');
    expect(effectOf({ comment: 'Remove this', ...verdict })).toBe('does_it');
  });
});

const ALIGNED: Evidence = {
  text: null,
  styles: [{ name: 'textAlign', before: 'left', after: 'center' }],
  size: null,
  pixels: { differing: 40, total: 3_000 },
};
const aligned = (comment: string, [was, is]: readonly [string, string], evidence: Partial<Evidence> = {}) =>
  effectOf({
    comment,
    verdict: 'changed',
    before: pin(was),
    after: pin(is),
    evidence: { ...ALIGNED, ...evidence },
  });

describe('an alignment that the comment names', () => {
  test.each([
    ['Please center this', ['left', 'center']],
    ['Centre the text', ['start', 'center']],
    ['This should be centered', ['left', 'center']],
    ['Align left, please', ['center', 'left']],
    ['Please align it to the right', ['left', 'right']],
    ['The text must be right-aligned', ['center', 'right']],
    ['Bitte zentrieren', ['left', 'center']],
    ['Den Text bitte linksbündig', ['center', 'left']],
    ['Das soll rechtsbündig sein', ['left', 'right']],
    ['Centrer le texte svp', ['left', 'center']],
    ['Aligner à gauche svp', ['center', 'left']],
    ['Centrar el texto por favor', ['left', 'center']],
    ['Alinear a la derecha, por favor', ['left', 'right']],
    ['中央揃えにしてください', ['left', 'center']],
    ['右寄せにしてください', ['left', 'right']],
  ] as const)('%s', (comment, values) => {
    expect(aligned(comment, values)).toBe('does_it');
  });

  test.each([
    ['Please center this', ['left', 'right']],
    ['Please center this', ['center', 'center']],
    ['Align left', ['center', 'start']],
    ['Please align it with the price', ['left', 'center']],
    ['Center the button', ['left', 'center']],
    ['Align to the right of the price', ['left', 'right']],
    ['Move it to the left', ['center', 'left']],
    ['Could you use the left one?', ['center', 'left']],
    ["Don't center this", ['left', 'center']],
    ['Why is this centered?', ['left', 'center']],
    ['Bitte nicht zentrieren', ['left', 'center']],
    ['Ne pas centrer le texte', ['left', 'center']],
    ['It is centered', ['left', 'center']],
    ['Das ist zentriert', ['left', 'center']],
    ['中央揃えです', ['left', 'center']],
  ] as const)('leaves to a person: %s %o', (comment, values) => {
    expect(aligned(comment, values)).toBe('changed_otherwise');
  });

  test.each([
    ['no pixel differs', { pixels: null }],
    ['a color changed too, which may be what pixels show', { styles: [...ALIGNED.styles, { name: 'color' }] }],
    ['the text changed too', { text: { before: 'Buy', after: 'Order' } }],
  ])('leaves to a person where %s', (_name, evidence) => {
    expect(aligned('Please center this', ['left', 'center'], evidence as Partial<Evidence>)).toBe('changed_otherwise');
  });
});
