import { attributeOf } from './dom-access.ts';
import { holderOf } from './frames.ts';

/** Whether an element begins what is nobody's business: what is typed into the page, and what the page marks. */
export function isMarkedPrivate(element: Element): boolean {
  const editable = attributeOf(element, 'contenteditable');
  return attributeOf(element, 'data-svc-mask') !== null || (editable !== null && editable.toLowerCase() !== 'false');
}

/** Whether an element is that or stands in it, out of shadow roots and frames. Its texts and labels are not to be read. */
export function isPrivate(element: Element): boolean {
  for (let at: Element | null = element; at; at = holderOf(at)) {
    if (isMarkedPrivate(at)) return true;
  }
  return false;
}
