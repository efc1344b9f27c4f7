import { type Control, controlOf } from './control.ts';
import type { Description, PageBox, Twins } from './description.ts';
import { type Names, namesOf } from './names.ts';
import { fold } from './text.ts';
import { follow, stepsOf, type Whereabouts } from './whereabouts.ts';
import { tokensOf, wordsOf } from './words.ts';

/** A description taken apart, so that comparing two of them is only counting. */
export interface Traits extends Whereabouts, Omit<Names, 'hints'> {
  readonly tag: string;
  readonly isHeading: boolean;
  readonly control: Control;
  readonly id: string;
  readonly testId: string;
  readonly name: string;
  readonly type: string;
  /** Text, or else label: lower case, letters and digits only. */
  readonly said: string;
  /** The same by {@link keyOf}. */
  readonly key: string;
  /** As much of its beginning as is compared by letter pairs. */
  readonly opening: string;
  /** Distinct words of the text. */
  readonly words: readonly string[];
  /** Distinct words of everything: text, names, classes, address. */
  readonly bag: readonly string[];
  /** Where it is on the screen. Measured only for a comparison with something that has a box. */
  box: PageBox | undefined;
  readonly beside: readonly string[];
  readonly card: readonly string[];
  /** Beginning of the card's text, as it stands there. */
  readonly cardStart: string;
  readonly twins: Twins | undefined;
}

/** Longest text that is compared, in characters: the beginning of a text says which one it is. */
export const SAID_LIMIT = 200;

/** Text as it is compared. */
export function saidOf(text: string): string {
  if (SAID.test(text)) return text.slice(0, SAID_LIMIT).trim();
  if (PLAIN.test(text) || (text.length <= SHORT && NEARLY_PLAIN.test(text)))
    return text
      .slice(0, 4 * SAID_LIMIT)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .slice(0, SAID_LIMIT)
      .trim();
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, SAID_LIMIT)
    .trim();
}

/** So many characters of it without its spaces: with more or fewer of these, {@link SAID_LIMIT} cuts it elsewhere. */
const KEY_LIMIT = 150;
const OPENING = 120;

/** What is the same for equal letters and digits, wherever the spaces between them stand. */
export const keyOf = (said: string) => said.replace(/ /g, '').slice(0, KEY_LIMIT);

/** Prepared already: what elements say is taken from what those in them say. */
const SAID = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Needs no Unicode: most texts are so, and a page has thousands. */
const PLAIN = /^[\t\n\r -~]*$/;
/** Nor does a short text with these, such as a price: they stand for no letters or digits, and for three characters at most. */
const NEARLY_PLAIN = /^[\t\n\r -~\u00a0€£–—‘’“”„«»•·…]*$/;
const SHORT = 100;

/** Takes a description apart. Costs some microseconds: keep the result where it is used again. */
export function traitsOf(description: Description): Traits {
  return traitsAt(follow(stepsOf(description.xpath ?? '')), description);
}

/** The same where what the XPath says is known. */
export function traitsAt(whereabouts: Whereabouts, description: Omit<Description, 'xpath'>): Traits {
  const { tag, id = '', name = '', type = '', testId = '', label = '' } = description;
  const { path, steps, regions, region, number, isListed } = whereabouts;
  const { classes, href, hints, names } = namesOf(description);
  const said = saidOf(description.text ?? '') || saidOf(label);
  const key = keyOf(said);
  const words = wordsOf(said);
  const card = saidOf(description.card ?? '');
  const lower = tag.toLowerCase();
  return {
    tag: lower,
    path,
    steps,
    regions,
    region,
    number,
    isListed,
    isHeading: /^h[1-6]$/.test(lower),
    control: controlOf(lower, type, path, `${id} ${description.classes ?? ''}`),
    id,
    testId,
    name,
    type,
    classes,
    href,
    said,
    key,
    opening: key.slice(0, OPENING),
    words,
    bag: together(hints, said ? tokensOf(label) : [], words),
    names,
    box: description.box,
    beside: (description.beside ?? []).map(saidOf),
    card: wordsOf(card),
    cardStart: card.slice(0, 60),
    twins: description.twins,
  };
}

/** Each word once. */
function together(hints: readonly string[], label: readonly string[], words: readonly string[]): readonly string[] {
  return hints.length + label.length > 0 ? [...new Set([...hints, ...label, ...words])] : words;
}
