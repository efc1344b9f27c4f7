/** A rectangle in CSS pixels, measured from the page's top left corner (not the window's). */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where an element stands among elements of its page that say the same. */
export interface Twins {
  /** 0 for the first in document order. */
  readonly index: number;
  /** 1 for an element that has no twin. What is around another that says no more is not one more. */
  readonly count: number;
  /** How many stand in its card; all of them where it has none, or where another card says the same. */
  readonly inCard?: number;
}

/**
 * What is known of an element, in plain text: taken from a page, from a stored fingerprint, or from a benchmark's row.
 * Every part but the tag may be missing; nothing is concluded from a part that one side lacks.
 */
export interface Description {
  readonly tag: string;
  /** Full path, `/html/body/ul/li[3]/a`; a step without a number is the first. Roots of shadow trees and frames are steps too. */
  readonly xpath?: string;
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly testId?: string;
  /** The class attribute. */
  readonly classes?: string;
  readonly href?: string;
  /** What a reader sees in it. */
  readonly text?: string;
  /** What it is called when it shows no text: `aria-label`, `alt`, `title`, `placeholder`, a button's value, an image's name. */
  readonly label?: string;
  readonly box?: PageBox;
  /** Texts around it, in this order: before, after, above, below. Empty where there is none. */
  readonly beside?: readonly string[];
  /** Text of the card, row or list item that holds it. */
  readonly card?: string;
  readonly twins?: Twins;
}
