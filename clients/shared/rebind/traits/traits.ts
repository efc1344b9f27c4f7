import { fold } from '../../page/text.ts';
import type { Description, PageBox, Twins } from '../fingerprint/description.ts';
import { type Control, controlOf } from './control.ts';
import { stepsOf, type Whereabouts, whereaboutsOf } from './location-features.ts';
import { tokensOf, wordsOf } from './words.ts';

/** A description taken apart, so that comparing two of them is only counting. */
export interface Traits extends Whereabouts {
  readonly tag: string;
  readonly isHeading: boolean;
  readonly control: Control;
  readonly id: string;
  readonly testId: string;
  readonly name: string;
  readonly type: string;
  readonly classes: readonly string[];
  /** Path of the address, without host, query and fragment. */
  readonly href: string;
  /** Text, or else label: lower case, letters and digits only. */
  readonly said: string;
  /** That is a label: it shows no such text. */
  readonly isLabelled: boolean;
  /** {@link keyOf} of `said`. */
  readonly key: string;
  /** As much of its beginning as is compared by letter pairs. */
  readonly opening: string;
  /** Distinct words of the text. */
  readonly words: readonly string[];
  /** Distinct words of everything: text, names, classes, address. */
  readonly bag: readonly string[];
  /** Names and address in one piece, for words that are written together. */
  readonly names: string;
  /** Where it is on the screen. Measured only for a comparison with something that has a box. */
  box: PageBox | undefined;
  readonly beside: readonly string[];
  /** Distinct words of the card but for its own. */
  readonly card: readonly string[];
  /** The card's text, as it stands there. */
  readonly cardText: string;
  readonly twins: Twins | undefined;
}

/** Longest text that is compared, in characters: the beginning of a text says which one it is. */
export const SAID_LIMIT = 200;

/** A card that says more than this was cut: one change in it, and it ends elsewhere. */
export const CUT = SAID_LIMIT - 20;

/** Text as it is compared. */
export function saidOf(text: string): string {
  const start = text.slice(0, 4 * SAID_LIMIT);
  if (SAID.test(start)) return start.slice(0, SAID_LIMIT).trim();
  if (PLAIN.test(text))
    return start
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
export const KEY_LIMIT = 150;
const OPENING = 120;

/** What is the same for equal letters and digits, wherever the spaces between them stand. */
export const keyOf = (said: string) => said.replace(/ /g, '').slice(0, KEY_LIMIT);

/** Prepared already: what elements say is taken from what those in them say. */
const SAID = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Needs no Unicode: most texts are so, and a page has thousands. */
const PLAIN = /^[\t\n\r -~]*$/;

/**
 * Takes a description apart. Costs some microseconds: keep the result where it is used again.
 *
 * @param steps where it stands; those of its XPath, where it has one.
 */
export function traitsOf(description: Description, steps = stepsOf(description.xpath ?? '')): Traits {
  const {
    tag,
    id = '',
    name = '',
    type = '',
    testId = '',
    href = '',
    label = '',
    classes: className = '',
  } = description;
  const whereabouts = whereaboutsOf(steps);
  const classes = classesOf(className);
  const text = saidOf(description.text ?? '');
  const called = saidOf(label);
  const said = text || called;
  const address = pathOf(href);
  const card = saidOf(description.card ?? '');
  const key = keyOf(said);
  const words = wordsOf(said);
  const lower = tag.toLowerCase();
  return {
    ...whereabouts,
    tag: lower,
    isHeading: /^h[1-6]$/.test(lower),
    control: controlOf(lower, type, whereabouts.path, `${id} ${className}`),
    id,
    testId,
    name,
    type,
    classes,
    href: address,
    said,
    isLabelled: said === called,
    key,
    opening: key.slice(0, OPENING),
    words,
    bag: bagOf([id, name, ...classes, address, type, said ? label : ''], words),
    names: lettersOf(`${id} ${name} ${classes.join(' ')} ${address}`.toLowerCase()),
    box: description.box,
    beside: (description.beside ?? []).map(saidOf),
    card: wordsOf(card).filter((word) => !words.includes(word)),
    cardText: card,
    twins: description.twins,
  };
}

/** The names in a class attribute. */
export const classesOf = (className: string) => className.split(/\s+/).filter(Boolean);

/** Distinct words of names, before those of the text. */
function bagOf(names: readonly string[], words: readonly string[]): readonly string[] {
  const hints = names.flatMap(tokensOf);
  return hints.length > 0 ? [...new Set([...hints, ...words])] : words;
}

const lettersOf = (text: string) => text.replace(PLAIN.test(text) ? /[^a-z ]+/g : /[^\p{L} ]+/gu, '');

/** Path of an address as far as it says which page is meant; of one within a page, the fragment. Archived copies count as what they are copies of. */
export function pathOf(href: string): string {
  if (/^(#?$|data:)/i.test(href)) return '';
  if (href.startsWith('#')) return href.replace(/\?.*|^#[^?]*=.*/s, '');
  const own = href.replace(/^https?:\/\/web\.archive\.org(\/web\/[^/]+\/)?/, '');
  const path = own.replace(/^(?:[a-z]+:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.replace(/\/$/, '') || '/';
}
