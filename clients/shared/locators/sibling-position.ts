import { nextElementOf, previousElementOf } from '../page/dom-access.ts';
/**
 * Returns the element's position, from 1, among siblings of the same name; 0 without such siblings.
 * Builds no list: there may be thousands.
 */
export function positionAmongSiblings(element: Element, nameOf: (element: Element) => string): number {
  const name = nameOf(element);
  let number = 1;
  for (let at = previousElementOf(element); at; at = previousElementOf(at)) if (nameOf(at) === name) number++;
  if (number > 1) return number;
  for (let at = nextElementOf(element); at; at = nextElementOf(at)) if (nameOf(at) === name) return 1;
  return 0;
}
