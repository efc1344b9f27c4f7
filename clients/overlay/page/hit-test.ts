import { callNative, ELEMENT, nativeGetter, nodeTypeOf, shadowRootOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn, flatTreeParentOf, frameViewOf } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { isTranslationWrapper, withoutWrapper } from '../../shared/page/translation.ts';
import { clickThroughChild, isLinkOverlay } from './occlusion.ts';

/**
 * Returns the page's element at a point of the window, across open shadow roots and frames,
 * ignoring the overlay. Finds elements with `pointer-events: none` and elements below a link that
 * only covers them.
 */
export function elementAt(host: Element, x: number, y: number): Element {
  let found: Element = document.documentElement;
  for (let root: Document | ShadowRoot | null = document; root; ) {
    const from: Document | ShadowRoot = root;
    const hits: Element[] = from
      .elementsFromPoint(x, y)
      .filter((element) => element !== host && callNative(element, 'getRootNode') === from);
    const hit: Element | undefined = hits.find((element) => !isLinkOverlay(element, x, y)) ?? hits[0];
    if (!hit) break;
    const inner: Element = withoutWrapper(clickThroughChild(hit, x, y) ?? hit);
    found = inner;
    const frame = documentIn(inner);
    if (frame) {
      const { left, top, scale } = frameViewOf(inner);
      x = (x - left) / scale;
      y = (y - top) / scale;
    }
    root = shadowRootOf(inner) ?? frame;
  }
  return found;
}

/**
 * Steps of the arrow keys through the flat tree: parent, first child, previous and next sibling;
 * null if there is none.
 */
export const ARROW_KEY_STEPS: Readonly<Record<string, (from: Element) => Element | null>> = {
  ArrowUp: (from) => (from === document.body ? null : parentOf(from)),
  ArrowDown: (from) => firstVisible(childrenOf(from)),
  ArrowLeft: (from) => firstAfter(from, siblingsOf(from).reverse()),
  ArrowRight: (from) => firstAfter(from, siblingsOf(from)),
};

const firstAfter = (element: Element, siblings: readonly Element[]) =>
  firstVisible(siblings.slice(siblings.indexOf(element) + 1));

const siblingsOf = (element: Element): Element[] => {
  const parent = parentOf(element);
  return parent ? childrenOf(parent) : [];
};

function parentOf(element: Element): Element | null {
  const container = flatTreeParentOf(element);
  return container && isBoxless(container) ? parentOf(container) : container;
}

/**
 * True for elements that the steps skip: those without a box, whose children have one, and those
 * that translation inserted.
 */
const isBoxless = (element: Element) =>
  tagOf(element) === 'slot' || isTranslationWrapper(element) || getComputedStyle(element).display === 'contents';

const childNodes = nativeGetter('childNodes');

/**
 * Returns the rendered children: of a slot the assigned nodes, of a host those of its shadow root.
 */
export function renderedNodes(element: Element): readonly Node[] {
  const assigned = tagOf(element) === 'slot' ? (element as HTMLSlotElement).assignedNodes() : [];
  return assigned.length > 0 ? assigned : [...childNodes(shadowRootOf(element) ?? element)];
}

/** Returns the rendered child elements without the overlay. */
export const renderedElements = (element: Element): readonly Element[] =>
  renderedNodes(element).filter((node): node is Element => nodeTypeOf(node) === ELEMENT && tagOf(node) !== HOST_TAG);

/**
 * Returns the visible children: boxless ones are replaced by their children, a frame by its
 * document.
 */
function childrenOf(element: Element): Element[] {
  const frame = documentIn(element);
  if (frame) return [frame.documentElement];
  return renderedElements(element).flatMap((child) => (isBoxless(child) ? childrenOf(child) : [child]));
}

/** Returns the first element that has a box. */
const firstVisible = (elements: readonly Element[]): Element | null =>
  elements.find((element) => callNative(element, 'getClientRects').length > 0) ?? null;
