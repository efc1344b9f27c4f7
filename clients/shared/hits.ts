import { placeOf } from './describe.ts';
import { SELECTOR_LIMIT } from './limits.ts';
import type { StoredTarget } from './stored.ts';
import type { Spot, Survey } from './survey.ts';
import { byXPath, type KnownChildren } from './xpath.ts';

/** Elements that the stored selector, XPath and place mean today. Being meant is a hint, not a proof. */
export function hitsOf(document: Document, target: StoredTarget, survey: Survey, known: KnownChildren): Spot[] {
  const atPath = byXPath(document, target.xpath, known);
  const elements = [atPath && isMeant(atPath, target.selector) ? null : select(document, target.selector), atPath];
  const found = elements.flatMap((element) => (element && survey.spotOf(element)) || []);
  const { xpath = '' } = target.description;
  if (found.length === 0 && xpath.startsWith('/')) {
    const tail = xpath.split('/').slice(-3).join('/');
    found.push(
      ...survey
        .having('place', tail)
        .filter((spot) => placeOf(spot) === xpath)
        .slice(0, 1),
    );
  }
  return [...new Set(found)];
}

/** Then a search for others that the selector means would add nothing. */
function isMeant(element: Element, selector: string): boolean {
  try {
    return isHarmless(selector) && element.matches(selector);
  } catch {
    return false;
  }
}

const isHarmless = (selector: string) =>
  selector !== '' && selector.length <= SELECTOR_LIMIT && !/:has\(/i.test(selector);

/**
 * The only element that the selector matches. `:has()` is refused because stored selectors come from the public and it can
 * make one look-up quadratic.
 */
function select(document: Document, selector: string): Element | null {
  if (!isHarmless(selector)) return null;
  try {
    const [first = null, second] = document.querySelectorAll(selector);
    return second ? null : first;
  } catch {
    return null;
  }
}
