/** One element of a {@link DomIndex}. */
export interface IndexedElement {
  /** Position in document order. */
  readonly index: number;
  readonly element: Element;
  readonly tag: string;
  readonly parent: IndexedElement | null;
  /**
   * Path step in lower case: tag and number among siblings of that tag (`li[3]`). Roots of shadow
   * trees and frames start a new numbering.
   */
  readonly step: string;
  /** Index of the first element after this one and its descendants. */
  end: number;
  /** Normalized text of the element and its descendants, cut where the comparison ends. */
  text: string;
  /** Normalized text, or else the normalized label. */
  normalized: string;
  /** `keyOf` of `normalized`. */
  key: string;
  /** Identity of the first picture, in an element without text; see `iconOf`. */
  icon: string;
  /** Whether texts and labels of the element must not be read. */
  readonly isPrivate: boolean;
  /** Whether the element has text outside of its child elements. */
  hasOwnText: boolean;
  /**
   * 0 without a sibling of its tag, 1 with one, 2 if no other element has its text. Computed on
   * first use.
   */
  repeats?: number;
  /** Words of the element's group, computed on first use. */
  group?: string;
  /** Card of the element, computed on first use. */
  card?: Card;
}

/** Text of a row, card or list item, and its range of element indexes. */
export interface Card extends Readonly<Pick<IndexedElement, 'text' | 'index' | 'end'>> {}
