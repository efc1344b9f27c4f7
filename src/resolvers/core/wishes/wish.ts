import type { Alignment } from './alignments.ts';
import type { WantedColor } from './colors.ts';
import type { OrderWish } from './order-wishes.ts';
import type { StatedValue } from './values.ts';

/** A property of an element that comments name; any: not named. */
export type ColoredProperty = 'color' | 'backgroundColor' | 'borderColor' | 'any';

/** One thing that a comment asks for. */
export type Wish =
  /**
   * The element shows a text. With `replaces`, only where it showed another one before; with
   * `instead`, only if it shows that one no more.
   */
  | { kind: 'text'; text: string; replaces?: string; instead?: string[] }
  | { kind: 'value'; value: StatedValue }
  /** The element shows a text no more. */
  | { kind: 'without'; text: string }
  /** A word in lower case that is misspelled, or how it is spelled; neither without a word. */
  | { kind: 'spelling'; wrong?: string; right?: string }
  | { kind: 'size'; direction: 'larger' | 'smaller'; of: 'text' | 'any' }
  | { kind: 'pixels'; of: 'text' | 'width' | 'height'; value: number }
  | { kind: 'bold' }
  | { kind: 'color'; color: WantedColor; of: ColoredProperty }
  /** With `named`, of a color that it had and still has: the gray text is too light. */
  | { kind: 'shade'; direction: 'darker' | 'lighter'; of: ColoredProperty; named?: WantedColor }
  | { kind: 'contrast' }
  /** The text of the element is aligned. */
  | { kind: 'aligned'; to: Alignment }
  /** The link leads to an address, as written. */
  | { kind: 'link'; to: string }
  /** The element moves within its list. Without a place, a person must say. */
  | ({ kind: 'order' } & OrderWish)
  /** The element is removed or hidden: the commented one if it is what the comment names. */
  | { kind: 'removed'; what?: string }
  /** A wish that no record of the element can confirm: a person must say. */
  | { kind: 'alignment' | 'shown' | 'other' };
