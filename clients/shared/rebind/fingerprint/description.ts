/** Rectangle in CSS pixels, relative to the top left corner of the page (not of the viewport). */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Position of an element among its duplicates: elements of the page with the same tag and text. */
export interface Duplicates {
  /** Position in document order, from 0. */
  readonly index: number;
  /** Number of duplicates, the element included. Wrappers with no further text do not count. */
  readonly count: number;
  /** Number of duplicates in the element's card; all of them when it has no unique card. */
  readonly inCard?: number;
}

/** Numbers of like elements: one without any is recognized when its text changes. */
export interface Kin {
  /** Number of elements of the page with the same tag, classes, type and address. */
  readonly onPage: number;
  /** Number of elements with the same tag in the element's card; 0 without a card. */
  readonly inCard: number;
}

/**
 * Description of an element in plain text, from a page, a stored fingerprint or a benchmark row.
 * All members but the tag are optional; a member that one side lacks is not compared.
 */
export interface Description {
  readonly tag: string;
  /**
   * Full path such as `/html/body/ul/li[3]/a`; a step without a number is the first. Paths lead
   * through shadow roots and frames.
   */
  readonly xpath?: string;
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly testId?: string;
  /** The class attribute. */
  readonly classes?: string;
  readonly href?: string;
  /** Visible text. */
  readonly text?: string;
  /**
   * Label of an element without visible text: `aria-label`, `alt`, `title`, `placeholder`, value of
   * a button, file name of an image.
   */
  readonly label?: string;
  /** Identity of the picture in an element without visible text. */
  readonly icon?: string;
  readonly box?: PageBox;
  /** Neighboring texts in the order before, after, above, below; empty where none exists. */
  readonly neighbors?: readonly string[];
  /** Text of the card, row or list item around the element. */
  readonly card?: string;
  /** Other words around the element, or those of an element with several texts; see `groupOf`. */
  readonly group?: string;
  readonly duplicates?: Duplicates;
  readonly kin?: Kin;
  /** Number of descendant elements. */
  readonly size?: number;
  /** Numbers of descendants of the nearest ancestors within the body, nearest first. */
  readonly around?: readonly number[];
}
