import {
  clientHeightOf,
  clientWidthOf,
  documentIn,
  matchesIn,
  scrollHeightOf,
  scrollingElementOf,
} from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

export interface InnerOverflow {
  /** Height that the main scroller of the page hides, CSS pixels; 0 if the window scrolls. */
  hidden: number;
  /** False for a container that only scripts may scroll, which may also hide an ornament. */
  isScroller: boolean;
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
  let found: InnerOverflow = { hidden: 0, isScroller: true, elements: all.length };
  // Without one, in quirks mode, the body scrolls.
  const root = scrollingElementOf(document);
  if (root && scrollHeightOf(root) > innerHeight + SLACK) return found;
  for (const element of all) {
    const [across, down] = [clientWidthOf(element), clientHeightOf(element)];
    const isHigher = down > innerHeight + SLACK;
    const hidden = isHigher ? down - innerHeight : contentHeightOf(element) - down;
    if (hidden <= Math.max(SLACK, found.hidden) || element === root) continue;
    const covers = (share: number) => across >= share * innerWidth && down >= share * height;
    if (!covers(MAIN_SHARE)) continue;
    const { overflowY, position } = getComputedStyle(element);
    const isScroller = !isHigher && (/auto|scroll/.test(overflowY) || documentIn(element) !== null);
    const isMoved = isHigher ? position === 'fixed' : /hidden|clip/.test(overflowY);
    if (isScroller || (isMoved && covers(MOVED_SHARE))) found = { ...found, hidden, isScroller };
  }
  return found;
}

/** Height of the content of an element, or of the document in a frame of the page's origin. */
function contentHeightOf(element: Element): number {
  const inner = documentIn(element);
  return scrollHeightOf((inner && scrollingElementOf(inner)) ?? element);
}
