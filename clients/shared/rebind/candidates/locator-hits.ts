import { ask } from '../../page/dom-access.ts';
import type { StoredTarget } from '../fingerprint/stored.ts';
import type { Spot, Survey } from '../survey/survey.ts';
import { stepsOf } from '../traits/location-features.ts';

/** Elements that the stored selector and XPath mean today. Being meant is a hint, not a proof. */
export function hitsOf(document: Document, { selector, xpath, description }: StoredTarget, survey: Survey): Spot[] {
  const atPath = survey.at(stepsOf(xpath || (description.xpath ?? '')));
  const selectors = [atPath && isMeant(atPath.element, selector) ? '' : selector, selectorFor(xpath)];
  const found = selectors.map((one) => survey.spotOf(select(document, one)));
  return [...new Set([...found, atPath])].flatMap((spot) => spot ?? []);
}

/**
 * A selector for a path that begins anywhere, at an element with an attribute: `//*[@id="menu"]/li[2]`. Empty for every other
 * expression: stored ones come from the public, and a short one can keep a browser's own evaluation busy for minutes.
 */
function selectorFor(xpath: string): string {
  const [, tag = '', attribute = '', , steps = ''] = ANYWHERE.exec(xpath) ?? [];
  return tag && `${tag}[${attribute}]${steps.replace(/\//g, '>').replace(/\[(\d+)]/g, ':nth-of-type($1)')}`;
}

const ANYWHERE = /^\/\/(\*|[\w-]+)\[@([\w-]+=(["'])[^"'\\]*\3)]((?:\/[\w-]+(?:\[\d+])?)*)$/;

/** Then a search for others that the selector means would add nothing. */
function isMeant(element: Element, selector: string): boolean {
  try {
    return FOLLOWED.test(selector) && ask(element, 'matches', selector);
  } catch {
    return false;
  }
}

/** The only element that the selector matches. */
function select(document: Document, selector: string): Element | undefined {
  try {
    const [first, second] = FOLLOWED.test(selector) ? document.querySelectorAll(selector) : [];
    return second ? undefined : first;
  } catch {
    return undefined;
  }
}

/**
 * What is followed of stored selectors, which come from the public: some make one look-up quadratic in the page, or worse.
 * Tags, classes, ids and attributes, plain pseudo-classes and numbers among siblings, in steps to descendants, children and
 * next siblings. Names may have escapes, but for pseudo-classes. Each part begins with another character: one pass reads it.
 */
const FOLLOWED =
  /^(?:[\w\s.#*>+-]|[^\0-\x7f]|\\.|\[[\w-]+(?:[|^$*]?=(["'])(?:[^"'\\]|\\.)*\1)?]|:[a-z-]+(?:\(\d+\))?(?![\w(\\-]))+$/;
