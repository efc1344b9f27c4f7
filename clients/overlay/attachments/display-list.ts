import { callNative, tagOf } from '../../shared/page/dom-access.ts';
import { isPrivacyRoot } from '../../shared/page/privacy.ts';
import { intersect } from '../page/geometry.ts';
import { renderedElements } from '../page/hit-test.ts';

const FIELDS = 'input, textarea, select';
/** Pages with more elements get no picture: reading their styles would take seconds. */
const ELEMENT_LIMIT = 20_000;

/** Properties that descendants inherit. */
interface Inherited {
  /** Stacking level; equal levels are painted in document order. */
  readonly level: number;
  readonly clip: DOMRect;
  readonly isMasked: boolean;
  /** Opacity, 0 to 1. */
  readonly alpha: number;
  /** Window pixels per CSS pixel of the element, from zoom and transforms. */
  readonly scale: number;
}

/** An element to paint. */
export interface DisplayItem extends Inherited {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly box: DOMRect;
}

/**
 * Lists the elements to paint in a region of the window, lowest first. Each step reads the style
 * and box of one element.
 *
 * @throws {Error} for a page with too many elements
 */
export function* buildDisplayList(region: DOMRect): Generator<void, DisplayItem[]> {
  const items: DisplayItem[] = [];
  let remaining = ELEMENT_LIMIT;
  function* collect(element: Element, parent: Inherited): Generator<void, void> {
    if (!remaining--) throw new Error('The page has too many elements for a picture');
    yield;
    const style = getComputedStyle(element);
    const alpha = parent.alpha * Number(style.opacity);
    if (style.display === 'none' || alpha < 0.05) return;
    const box = callNative(element, 'getBoundingClientRect');
    const level = style.position === 'static' ? parent.level : parent.level + parseLength(style.zIndex) + 0.001;
    const isMasked = parent.isMasked || callNative(element, 'matches', FIELDS) || isPrivacyRoot(element);
    // Slots and SVG elements have no `offsetWidth`.
    const scale = box.width / (element as HTMLElement).offsetWidth || parent.scale;
    const item = { element, style, box, level, clip: parent.clip, isMasked, alpha, scale };
    // An element without a box, such as a slot, can contain text.
    const seen = style.display === 'contents' ? item.clip : intersect(item.clip, box);
    if (seen && style.visibility === 'visible') items.push(item);
    const clip = style.overflow === 'visible' ? item.clip : seen;
    if (!clip || tagOf(element) === 'svg') return;
    for (const child of renderedElements(element)) yield* collect(child, { ...item, clip });
  }
  yield* collect(document.documentElement, { level: 0, clip: region, isMasked: false, alpha: 1, scale: 1 });
  return items.sort((a, b) => a.level - b.level);
}

/** Parses the number of a CSS length; 0 without one. */
export const parseLength = (value: string): number => Number.parseFloat(value) || 0;
