import { ask, parentOf } from '../../shared/page/dom-access.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { isPrivate } from '../../shared/page/privacy.ts';
import { quoteOf } from '../../shared/rebind/quotes/quote-of.ts';
import type { Picked } from './anchor.ts';
import { areaIn } from './area-anchor.ts';

/** What is selected there is being written, or is ours. */
const NOT_THE_PAGE = `${HOST_TAG}, input, textarea`;

/**
 * The text that the visitor has selected, with the element that holds it, and selects it no more. Null when nothing is selected
 * that can be seen in the window.
 */
export function takeSelection(): Picked | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: common } = range;
  const element = common instanceof Element ? common : parentOf(common);
  if (!element || ask(element, 'closest', NOT_THE_PAGE) || isPrivate(element)) return null;
  const box = range.getBoundingClientRect();
  const isSeen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const quote = isSeen && box.width > 0 ? quoteOf(range, element) : null;
  if (!quote) return null;
  selection.removeAllRanges();
  return { element, x: box.left, y: box.top, area: areaIn(element, box), quote };
}
