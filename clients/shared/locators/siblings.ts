import { elementAfter, elementBefore } from '../page/dom-access.ts';
/**
 * The element's number, from 1, among siblings that have the same name; 0 where it is the only one. Makes no list of them:
 * there may be thousands.
 */
export function numberAmongTwins(element: Element, nameOf: (element: Element) => string): number {
  const name = nameOf(element);
  let number = 1;
  for (let at = elementBefore(element); at; at = elementBefore(at)) if (nameOf(at) === name) number++;
  if (number > 1) return number;
  for (let at = elementAfter(element); at; at = elementAfter(at)) if (nameOf(at) === name) return 1;
  return 0;
}
