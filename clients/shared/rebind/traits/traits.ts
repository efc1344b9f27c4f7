import { fold } from '../../page/text.ts';
import type { Description, Duplicates, Kin, PageBox } from '../fingerprint/description.ts';
import { type Control, controlOf } from './control.ts';
import { type LocationFeatures, locationFeaturesOf, stepsOf } from './location-features.ts';
import { tokensOf, wordsOf } from './tokenize.ts';

/** Description prepared for comparison. */
export interface Traits extends LocationFeatures {
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
  /** Text, or else label, in lower case with letters and digits only. */
  readonly normalized: string;
  /** Identity of the picture in an element without visible text. */
  readonly icon: string;
  /** Whether `normalized` is the label. */
  readonly isLabeled: boolean;
  /** {@link keyOf} of `normalized`. */
  readonly key: string;
  /** Beginning of `key`, compared by letter pairs. */
  readonly opening: string;
  /** Distinct words of the text. */
  readonly words: readonly string[];
  /** Distinct words of everything: text, names, classes, address. */
  readonly bag: readonly string[];
  /** Box on the page; measured only when the target has one. */
  box: PageBox | undefined;
  readonly neighbors: readonly string[];
  /** Stems of the neighbors without digits, because numbers and endings change. */
  readonly neighborStems: readonly string[];
  /** Distinct words of the card without those of the element. */
  readonly card: readonly string[];
  /** Distinct words of the group without those of the element. */
  readonly group: readonly string[];
  /** Normalized text of the card. */
  readonly cardText: string;
  readonly duplicates: Duplicates | undefined;
  readonly kin: Kin | undefined;
  /** Number of descendant elements. */
  readonly size: number | undefined;
  /** Numbers of descendants of the nearest ancestors. */
  readonly around: readonly number[] | undefined;
}

/** Longest compared text, characters; the beginning of a text identifies it. */
export const NORMALIZED_LIMIT = 200;

/** Length from which on a card's text was probably cut, so that any change moves its end. */
export const CUT_CARD_LENGTH = NORMALIZED_LIMIT - 20;

/** Normalizes a text for comparison. */
export function normalizeText(text: string): string {
  const start = text.slice(0, 4 * NORMALIZED_LIMIT);
  if (NORMALIZED.test(start)) return start.slice(0, NORMALIZED_LIMIT).trim();
  const spaced = PLAIN.test(text)
    ? start.toLowerCase().replace(/[^a-z0-9]+/g, ' ')
    : fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return spaced.trim().slice(0, NORMALIZED_LIMIT).trim();
}

/**
 * Longest key, characters without spaces. Shorter than {@link NORMALIZED_LIMIT}, where the number
 * of spaces decides which characters are cut.
 */
export const KEY_LIMIT = 150;
const OPENING = 120;

/** Removes the spaces, so texts with the same letters and digits have the same key. */
export const keyOf = (normalized: string) => normalized.replace(/ /g, '').slice(0, KEY_LIMIT);

/** Matches text that is already normalized, as the texts of descendants are. */
const NORMALIZED = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Matches text without characters beyond ASCII, which is normalized without Unicode tables. */
const PLAIN = /^[\t\n\r -~]*$/;

/**
 * Prepares a description for comparison. Takes some microseconds; reuse the result.
 *
 * @param steps path steps of the element; those of its XPath by default
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
    icon = '',
    classes: className = '',
  } = description;
  const location = locationFeaturesOf(steps);
  const classes = classesOf(className);
  const text = normalizeText(description.text ?? '');
  const normalizedLabel = normalizeText(label);
  const normalized = text || normalizedLabel;
  const address = pathOf(href);
  const card = normalizeText(description.card ?? '');
  const neighbors = (description.neighbors ?? []).map(normalizeText);
  const key = keyOf(normalized);
  const words = wordsOf(normalized);
  const lower = tag.toLowerCase();
  const control = controlOf(lower, type, location.path, `${id} ${className}`);
  // The text before a field names it, and may become its placeholder.
  const caption = control === 'field' && !normalized ? wordsOf(neighbors[0] ?? '') : words;
  return {
    ...location,
    tag: lower,
    isHeading: /^h[1-6]$/.test(lower),
    control,
    id,
    testId,
    name,
    type,
    classes,
    href: address,
    normalized,
    icon,
    isLabeled: normalized === normalizedLabel,
    key,
    opening: key.slice(0, OPENING),
    words,
    bag: bagOf([id, name, ...classes, address, type, normalized ? label : ''], caption),
    box: description.box,
    neighbors,
    neighborStems: neighbors.map((text) => withoutDigits(wordsOf(text).join('')) || text),
    card: wordsOf(card).filter((word) => !words.includes(word)),
    // Read for the few candidates that depend on it.
    get group() {
      return wordsOf(description.group ?? '');
    },
    cardText: card,
    duplicates: description.duplicates,
    // Counted for the few candidates that depend on it.
    get kin() {
      return description.kin;
    },
    size: description.size,
    around: description.around,
  };
}

/** Removes spaces and digits: the rest is equal for texts that differ in numbers. */
export const withoutDigits = (text: string) => text.replace(/[ \d]+/g, '');

/** Splits a class attribute. */
export const classesOf = (className: string) => className.split(/\s+/).filter(Boolean);

/** Lists the distinct words of names and text, those of names first. */
function bagOf(names: readonly string[], words: readonly string[]): readonly string[] {
  const hints = names.flatMap(tokensOf);
  return hints.length > 0 ? [...new Set([...hints, ...words])] : words;
}

/**
 * Returns the path of an address, which identifies the page, or the fragment of an address within
 * the page. Copies in the Web Archive count as their originals.
 */
export function pathOf(href: string): string {
  if (/^(#?$|data:)/i.test(href)) return '';
  if (href.startsWith('#')) return href.replace(/\?.*|^#[^?]*=.*/s, '');
  const original = href.replace(/^https?:\/\/web\.archive\.org(\/web\/[^/]+\/)?/, '');
  const path = original.replace(/^(?:[a-z]+:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.replace(/\/$/, '') || '/';
}
