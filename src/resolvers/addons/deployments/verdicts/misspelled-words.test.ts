import { describe, expect, test } from 'vitest';
import { effectOf } from './change-effect.ts';
import { evidenceOf } from './evidence.ts';
import type { ElementNames } from './is-explained.ts';
import { pin } from './sample-looks.ts';

const page = (...words: string[]) => ({
  elements: [{ tag: 'p', id: '', classes: [] }],
  around: '',
  isElsewhere: (word: string) => words.includes(word.toLowerCase()),
});
const corrected = (comment: string, [earlier, later]: readonly [string, string], names: ElementNames) => {
  const [before, after] = [pin({ text: earlier }), pin({ text: later })];
  return effectOf({ comment, verdict: 'changed', before, after, evidence: evidenceOf(before, after, null), names });
};

describe('a misspelled word', () => {
  const RIGHT = ['You recieve a mail', 'You receive a mail'] as const;
  test.each([
    ['typo: recieve', RIGHT, 'receive'],
    ['"recieve" is misspelled', RIGHT, 'receive'],
    ['Rechtschreibfehler: Adrese', ['Ihre Adrese', 'Ihre Adresse'], 'adresse'],
    ['Coquille : adrese', ['Votre adrese', 'Votre adresse'], 'adresse'],
    ['Hay un error ortográfico en direcion', ['Su direcion', 'Su dirección'], 'dirección'],
    ['typo in the shipping note: recieve', ['Shipping note: you recieve', 'Shipping note: you receive'], 'receive'],
    ['Typo in the word recieve', RIGHT, 'receive'],
  ] as const)('is corrected as the page spells it elsewhere: %s', (comment, texts, word) => {
    expect(corrected(comment, texts, page(word))).toBe('does_it');
  });

  test.each([
    ['typo: recieve', RIGHT, []],
    ['typo: recieve', RIGHT, ['receive', 'recieve']],
    ['typo: recieve', ['You recieve a mail', 'You receive a letter'], ['receive', 'letter']],
    ['typo: recieve', ['You recieve a mail', 'You receives a mail'], ['receive']],
    ['typo: recieve', ['You recieve it, we recieve it', 'You receive it, we recieve it'], ['receive']],
    ['There is a typo', RIGHT, ['receive']],
    ['typo: teh', ['teh team', 'ten team'], ['ten']],
    ['typo: recieve, and make it bold', RIGHT, ['receive']],
    ['Typo: recieve with a bigger font', RIGHT, ['receive']],
    ['Typo: "recieve" with a bigger font', RIGHT, ['receive']],
    ['Typo: recieve in capitals', RIGHT, ['receive']],
    ['Typo: "recieve" underlined', RIGHT, ['receive']],
    ['"recieve" is misspelled in red', RIGHT, ['receive']],
    ['Rechtschreibfehler: Adrese in fett', ['Ihre Adrese', 'Ihre Adresse'], ['adresse']],
    ['Coquille : adrese en gras', ['Votre adrese', 'Votre adresse'], ['adresse']],
    ['typo in the shipping note', ['Shipping note', 'Shopping note'], ['shopping']],
    ['Typo in the shipping text', ['Shipping', 'Shopping'], ['shopping']],
    ['typo in shipping note', ['Shipping note', 'Shopping note'], ['shopping']],
    ['Shipping note: typo', ['Shipping note', 'Shopping note'], ['shopping']],
    ['Typo: "Shipping note"', ['Shipping note', 'Shopping note'], ['shopping']],
    ['Tippfehler im Versandhinweis', ['Versandhinweis', 'Versandhinweise'], ['versandhinweise']],
    ['Spelling: Katrin, not Kathrin', ['Katrin Vogel', 'Kathrin Vogel'], ['kathrin']],
    ['Spelling is Katrin not Kathrin', ['Katrin Vogel', 'Kathrin Vogel'], []],
    ['Spelling: "Katrin" not "Kathrin"', ['Katrin Vogel', 'Kathrin Vogel'], []],
    ['Typo: "receive" is spelled "recieve"', ['You receive it', 'You recieve it'], []],
    ['Kathrin is spelled Katrin', ['Katrin Vogel', 'Kathrin Vogel'], []],
    ['It is not spelled recieve', ['You receive it', 'You recieve it'], []],
    ['typo: recieve, and the price is wrong', RIGHT, ['receive']],
    ['Typo: recieve. Price too.', RIGHT, ['receive']],
    ['Typo: recieve should be receive, in bold', RIGHT, []],
    ['Typo: recieve should be receive', ['You receive it', 'You recieve it'], []],
  ] as const)('is left to a person: %s: %s, beside %s', (comment, texts, words) => {
    expect(corrected(comment, texts, page(...words))).toBe('changed_otherwise');
  });
});

describe('a word that a comment names as misspelled', () => {
  const [RIGHT, WRONG] = ['You receive a mail', 'You recieve a mail'];
  test.each([
    ['typo: recieve', RIGHT, WRONG],
    ['spelling: recieve', RIGHT, WRONG],
    ['"recieve" is a typo', RIGHT, WRONG],
    ['Misspelled: "recieve"', RIGHT, WRONG],
    ['Rechtschreibung: Adrese', 'Ihre Adresse', 'Ihre Adrese'],
    ['Schreibfehler „Adrese“', 'Ihre Adresse', 'Ihre Adrese'],
    ['Faute de frappe : adrese', 'Votre adresse', 'Votre adrese'],
    ['Error ortográfico: direcion', 'Su dirección', 'Su direcion'],
    ['誤字：お問合わせ', 'お問い合わせ', 'お問合わせ'],
    // The comment does not tell whether the named word is the wrong one or the right one.
    ['typo: receive', WRONG, RIGHT],
    ['Faute d’orthographe : « adresse »', 'Votre adrese', 'Votre adresse'],
    ['Falta de ortografía: dirección', 'Su direcion', 'Su dirección'],
    ['スペルミスです: receive', 'You recieve it', 'You receive it'],
  ] as const)('does not answer the comment where it is introduced: %s: %s → %s', (comment, before, after) => {
    for (const words of [[], ['receive', 'adresse', 'dirección'], ['recieve', 'adrese', 'direcion']])
      expect(corrected(comment, [before, after], page(...words))).toBe('changed_otherwise');
  });
});

describe('the spelling of a comment', () => {
  test.each([
    ['It is spelled receive', 'You recieve it', 'You receive it'],
    ['Typo: recieve should be receive', 'You recieve it', 'You receive it'],
    ['Typo: should be receive', 'You recieve it', 'You receive it'],
    ['Spelling is Katrin not Kathrin', 'Kathrin Vogel', 'Katrin Vogel'],
    ['Spelling: "Katrin" instead of "Kathrin"', 'Kathrin Vogel', 'Katrin Vogel'],
  ])('is met: %s', (comment, before, after) => {
    expect(corrected(comment, [before, after], page())).toBe('does_it');
  });
});
