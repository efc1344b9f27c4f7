import { isHarmless } from './harmless-words.ts';
import { looksOf } from './look-wishes.ts';
import { isNearWord } from './near-words.ts';
import { type Masked, QUOTATION, quotationsIn } from './quotations.ts';
import { type Mention, type Old, quotedWishes } from './quoted-texts.ts';
import { isKindOfElement } from './removals.ts';
import * as say from './vocabulary.ts';
import type { Wish } from './wish.ts';

type Finding = Wish | Mention | Old;

/** Wishes of a clause about spelling: the one word that it names, and the looks beside it. */
export function spellingsOf(clause: string, masked: Masked, isOfLink: boolean): Finding[] {
  const quotations = quotationsIn(clause, masked);
  const [quotation, ...others] = quotations;
  if (others.length > 0) {
    const texts = quotedWishes(clause, masked, isOfLink);
    return [...(texts.some(({ kind }) => kind === 'text') ? texts : [OTHER]), ...looksBeside(clause, [])];
  }
  if (quotation) return [quotedSpelling(clause, quotation), ...looksBeside(clause, [])];
  const corrected = correctionOf(clause);
  if (corrected) return [corrected.wish, ...looksBeside(clause, corrected.words)];
  const [named, ...further] = namedWords(clause);
  if (!named || further.length > 0) return [{ kind: 'spelling' }, ...looksBeside(clause, [])];
  return [spelling(clause, named), ...looksBeside(clause, [named.word])];
}

const OTHER: Wish = { kind: 'other' };

const looksBeside = (clause: string, words: readonly string[]): Wish[] =>
  looksOf(
    words.reduce((rest, word) => rest.replace(word, ' '), clause.replace(QUOTATION, ' ')),
    true,
  );

/** A word of a clause, and the text before it. */
interface Named {
  word: string;
  before: string;
}

/** Words before the right spelling: it is spelled receive. */
const SPELLED_AS = /(?<!\p{L})(?:(?:is|be) spel(?:led|t)|spelling is)\s*$/iu;

/** Whether a clause says how a word is spelled; otherwise it names the wrong one: typo: recieve. */
const isRight = (clause: string, before: string): boolean =>
  !say.NEGATION.test(clause) && [say.BECOMES, SPELLED_AS].some((words) => words.test(before));

function spelling(clause: string, { word, before }: Named): Wish {
  const name = word.toLowerCase();
  return {
    kind: 'spelling',
    ...(isRight(clause, before.replace(/^.*[:：]/u, '')) ? { right: name } : { wrong: name }),
  };
}

/** A quotation of one word is a spelling. Nothing tells which one of several is wrong. */
function quotedSpelling(clause: string, { quoted, before }: { quoted: string; before: string }): Wish {
  if (!quoted.includes(' ')) return spelling(clause, { word: quoted, before });
  return isRight(clause, before) ? { kind: 'text', text: quoted } : { kind: 'spelling' };
}

const wordsIn = (clause: string): { word: string; index: number }[] =>
  [...clause.matchAll(/\p{L}{3,}/gu)].map(({ 0: word, index }) => ({ word, index }));

/** Two spellings of one word: the clause must tell which one is right. */
function correctionOf(clause: string): { wish: Wish; words: string[] } | undefined {
  const all = wordsIn(clause);
  for (const [at, one] of all.entries()) {
    const other = all.slice(at + 1).find(({ word }) => isNearWord(one.word, word));
    if (!other) continue;
    const words = [one.word, other.word];
    if (say.BECOMES.test(clause.slice(one.index + one.word.length, other.index)))
      return { wish: { kind: 'text', text: other.word, replaces: one.word }, words };
    const isUnwanted = say.UNWANTED_BEFORE.test(clause.slice(0, other.index));
    return { wish: isUnwanted ? { kind: 'text', text: one.word, replaces: other.word } : OTHER, words };
  }
  return undefined;
}

/** Words before a spelling. With an article, a noun names a place: typo in the shipping note. */
const BEFORE_WORD = /^(?:in|of|word|is|be|bei|wort|ist|en|dans|mot|est|palabra|es)$/iu;
/** Text behind a spelling: otherwise it is a part of a name, such as shipping note. */
const BEHIND_WORD = /^\s*(?:$|[.!。、]|(?:here|please|hier|bitte|ici|svp|aquí|por favor)(?!\p{L}))/iu;

/** Words that a clause names as spellings. */
function namedWords(clause: string): Named[] {
  const start = clause.search(/[^:：]*$/u);
  return wordsIn(clause)
    .map(({ word, index }) => ({ word, before: clause.slice(0, index), behind: clause.slice(index + word.length) }))
    .filter(({ word, before, behind }) => {
      const [last] = /[\p{L}'’]+(?=\s*$)/u.exec(before.slice(start)) ?? [];
      return (
        before.length >= start &&
        !isHarmless(word, start > 0 ? [] : ['text', 'spelling']) &&
        !say.SPELLING.test(word) &&
        !isKindOfElement(word.toLowerCase()) &&
        (last === undefined ||
          BEFORE_WORD.test(last) ||
          say.SPELLING.test(last) ||
          say.BECOMES.test(before.slice(start))) &&
        (BEHIND_WORD.test(behind) || STATED.test(behind))
      );
    });
}

/** Words that state a fact of the word before them. */
const STATED = new RegExp(`^\\s+(?:${say.STATES.source}|${say.SPELLING.source})`, 'iu');
