import { attributeOf } from './dom-access.ts';
import { flatTreeParentOf } from './frames.ts';

/** True for an element with private content: an editable one, or one that the page masks. */
export function isPrivacyRoot(element: Element): boolean {
  const editable = attributeOf(element, 'contenteditable');
  return attributeOf(element, 'data-svc-mask') !== null || (editable !== null && editable.toLowerCase() !== 'false');
}

/**
 * True for a private element and its descendants across shadow roots and frames. Their texts and
 * labels must not be read.
 */
export function isPrivate(element: Element): boolean {
  for (let at: Element | null = element; at; at = flatTreeParentOf(at)) {
    if (isPrivacyRoot(at)) return true;
  }
  return false;
}
