import { callNative, parentOf } from '../../shared/page/dom-access.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { isPrivate } from '../../shared/page/privacy.ts';
import { withoutWrapper } from '../../shared/page/translation.ts';
import type { QuoteFunctions } from '../../shared/rebind/locate.ts';
import type { PickedTarget } from './anchor.ts';
import { toFractions } from './area-anchor.ts';

/** Selections in these are being edited, or belong to the overlay. */
const EXCLUDED_SELECTOR = `${HOST_TAG}, input, textarea`;

/**
 * Returns the selected text with the element that contains it, and clears the selection. Null
 * without a selection that is visible in the window.
 */
export function takeTextSelection({ quoteOf }: QuoteFunctions): PickedTarget | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: container } = range;
  const inner = container instanceof Element ? container : parentOf(container);
  const element = inner && withoutWrapper(inner);
  if (!element || callNative(element, 'closest', EXCLUDED_SELECTOR) || isPrivate(element)) return null;
  const box = range.getBoundingClientRect();
  const isInViewport = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const quote = isInViewport && box.width > 0 ? quoteOf(range, element) : null;
  if (!quote) return null;
  selection.removeAllRanges();
  return { element, x: box.left, y: box.top, area: toFractions(element, box), quote };
}
