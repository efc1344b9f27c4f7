import { callNative } from '../../page/dom-access.ts';
import type { DomIndex } from '../dom-index/dom-index.ts';
import type { IndexedElement } from '../dom-index/indexed-element.ts';
import type { StoredTarget } from '../fingerprint/stored.ts';
import { stepsOf } from '../traits/location-features.ts';

/** Finds the elements that the stored selector and XPath match today: hints, not proofs. */
export function hitsOf(
  document: Document,
  { selector, xpath, description }: StoredTarget,
  domIndex: DomIndex,
): IndexedElement[] {
  const atPath = domIndex.atPath(stepsOf(xpath || (description.xpath ?? '')));
  const selectors = [atPath && matchesSelector(atPath.element, selector) ? '' : selector, selectorFor(xpath)];
  const hits = selectors.map((one) => domIndex.find(select(document, one)));
  return [...new Set([...hits, atPath])].flatMap((indexed) => indexed ?? []);
}

/**
 * Converts a path that begins at an element with an attribute (`//*[@id="menu"]/li[2]`) to a
 * selector. Returns an empty string for every other expression: stored ones are untrusted, and a
 * short one can keep the browser's XPath evaluation busy for minutes.
 */
function selectorFor(xpath: string): string {
  const [, tag = '', attribute = '', , steps = ''] = ANCHORED_PATH.exec(xpath) ?? [];
  return tag && `${tag}[${attribute}]${steps.replace(/\//g, '>').replace(/\[(\d+)]/g, ':nth-of-type($1)')}`;
}

const ANCHORED_PATH = /^\/\/(\*|[\w-]+)\[@([\w-]+=(["'])[^"'\\]*\3)]((?:\/[\w-]+(?:\[\d+])?)*)$/;

/** Whether the element matches; then a search by the same selector adds nothing. */
function matchesSelector(element: Element, selector: string): boolean {
  try {
    return SAFE_SELECTOR.test(selector) && callNative(element, 'matches', selector);
  } catch {
    return false;
  }
}

/** Returns the element that the selector matches; undefined for several. */
function select(document: Document, selector: string): Element | undefined {
  try {
    const [first, second] = SAFE_SELECTOR.test(selector) ? document.querySelectorAll(selector) : [];
    return second ? undefined : first;
  } catch {
    return undefined;
  }
}

/**
 * Accepted subset of stored selectors. They are untrusted, and some selectors make one look-up
 * quadratic in the page or worse. Accepts tags, classes, ids, attributes, plain pseudo-classes and
 * numbers among siblings, with descendant, child and next-sibling combinators. Names may have
 * escapes, except those of pseudo-classes. Each alternative begins with a different character, so
 * the pattern never backtracks.
 */
const SAFE_SELECTOR =
  /^(?:[\w\s.#*>+-]|[^\0-\x7f]|\\.|\[[\w-]+(?:[|^$*]?=(["'])(?:[^"'\\]|\\.)*\1)?]|:[a-z-]+(?:\(\d+\))?(?![\w(\\-]))+$/;
