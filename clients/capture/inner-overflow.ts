import {
  clientHeightOf,
  clientWidthOf,
  documentIn,
  matchesIn,
  scrollHeightOf,
  scrollingElementOf,
  scrollWidthOf,
} from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

export interface InnerOverflow {
  /** Height that the main scroller of the page hides, CSS pixels; 0 if the window scrolls. */
  hidden: number;
  /** False for a container that only scripts may scroll, which may also hide an ornament. */
  isScroller: boolean;
  /** True if an element that covers as much scrolls sideways, which no height of a window shows. */
  isWide: boolean;
  /** Elements of the page. */
  elements: number;
}

/** Share of the window, in each direction, that a main scroller covers. */
const MAIN_SHARE = 0.5;
/** Share of the window that a container covers whose content scripts move. */
const MOVED_SHARE = 0.9;
/** Overflow that rounding and outlines explain, CSS pixels. */
const SLACK = 8;

/**
 * Measures the element that scrolls in place of the window, as in applications with fixed bars. It
 * may also be the document in a frame, or a container that scripts move: by its content, or as a
 * whole, if it is fixed to the window and higher.
 *
 * @param height that the window has for visitors, CSS pixels
 */
export function innerOverflow(height: number): InnerOverflow {
  const all = documentAndShadowRoots().flatMap((within) => matchesIn(within, '*'));
  let found: InnerOverflow = { hidden: 0, isScroller: true, isWide: false, elements: all.length };
  // Without one, in quirks mode, the body scrolls.
  const root = scrollingElementOf(document);
  if (root && scrollHeightOf(root) > innerHeight + SLACK) return found;
  const isWindowWide = root !== null && scrollWidthOf(root) > innerWidth + SLACK;
  for (const element of all) {
    const [across, down] = [clientWidthOf(element), clientHeightOf(element)];
    const isHigher = down > innerHeight + SLACK;
    const content = contentOf(element);
    const hidden = isHigher ? down - innerHeight : scrollHeightOf(content) - down;
    const isHigherContent = hidden > Math.max(SLACK, found.hidden);
    const isWiderContent = !isWindowWide && scrollWidthOf(content) - across > SLACK;
    if ((!isHigherContent && !isWiderContent) || element === root) continue;
    const covers = (share: number) => across >= share * innerWidth && down >= share * height;
    if (!covers(MAIN_SHARE)) continue;
    const { overflowX, overflowY, position } = getComputedStyle(element);
    if (isWiderContent && (/auto|scroll/.test(overflowX) || content !== element)) found = { ...found, isWide: true };
    if (!isHigherContent) continue;
    const isScroller = !isHigher && (/auto|scroll/.test(overflowY) || content !== element);
    const isMoved = isHigher ? position === 'fixed' : /hidden|clip/.test(overflowY);
    if (isScroller || (isMoved && covers(MOVED_SHARE))) found = { ...found, hidden, isScroller };
  }
  return found;
}

/** Returns the element, or what scrolls in a frame of the page's origin. */
function contentOf(element: Element): Element {
  const inner = documentIn(element);
  return (inner && scrollingElementOf(inner)) ?? element;
}
