import { ask, ELEMENT, kindOf, reader, shadowOf, tagOf } from '../../shared/page/dom-access.ts';
import { documentIn, holderOf, viewOf } from '../../shared/page/frames.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import { isVeil, passedIn } from './covered.ts';

/**
 * The page's element at a point of the window, through open shadow roots and frames, as if the overlay were not there; also one
 * that lets the pointer through, or has a link laid over it.
 */
export function elementAt(host: Element, x: number, y: number): Element {
  let found: Element = document.documentElement;
  for (let root: Document | ShadowRoot | null = document; root; ) {
    const from: Document | ShadowRoot = root;
    const hits: Element[] = from
      .elementsFromPoint(x, y)
      .filter((element) => element !== host && ask(element, 'getRootNode') === from);
    const hit: Element | undefined = hits.find((element) => !isVeil(element, x, y)) ?? hits[0];
    if (!hit) break;
    const inner: Element = passedIn(hit, x, y) ?? hit;
    found = inner;
    const frame = documentIn(inner);
    if (frame) {
      const { left, top, scale } = viewOf(inner);
      x = (x - left) / scale;
      y = (y - top) / scale;
    }
    root = shadowOf(inner) ?? frame;
  }
  return found;
}

/** Where each arrow key leads from an element: out, in, to the one before and the one after; null where there is nothing. */
export const STEPS: Readonly<Record<string, (from: Element) => Element | null>> = {
  ArrowUp: (from) => (from === document.body ? null : parentOf(from)),
  ArrowDown: (from) => firstSeen(childrenOf(from)),
  ArrowLeft: (from) => firstAfter(from, rowOf(from).reverse()),
  ArrowRight: (from) => firstAfter(from, rowOf(from)),
};

const firstAfter = (element: Element, row: readonly Element[]) => firstSeen(row.slice(row.indexOf(element) + 1));

const rowOf = (element: Element): Element[] => {
  const parent = parentOf(element);
  return parent ? childrenOf(parent) : [];
};

function parentOf(element: Element): Element | null {
  const holder = holderOf(element);
  return holder && isBoxless(holder) ? parentOf(holder) : holder;
}

/** True for what has no place on the screen, only what is in it has: slots, and the wrappers of some frameworks. */
const isBoxless = (element: Element) => tagOf(element) === 'slot' || getComputedStyle(element).display === 'contents';

const childNodes = reader('childNodes');

/** What is shown in an element: for a slot what was put there, else what is in its shadow root, else what is in it. */
export function nodesIn(element: Element): readonly Node[] {
  const put = tagOf(element) === 'slot' ? (element as HTMLSlotElement).assignedNodes() : [];
  return put.length > 0 ? put : Array.from(childNodes(shadowOf(element) ?? element));
}

/** The elements of that, and none of the overlay. */
export const childrenIn = (element: Element): readonly Element[] =>
  nodesIn(element).filter((node): node is Element => kindOf(node) === ELEMENT && tagOf(node) !== HOST_TAG);

/** What is seen in an element: for what is boxless what is there, in a frame its page. */
function childrenOf(element: Element): Element[] {
  const frame = documentIn(element);
  if (frame) return [frame.documentElement];
  return childrenIn(element).flatMap((child) => (isBoxless(child) ? childrenOf(child) : [child]));
}

/** The first that takes up room. */
const firstSeen = (elements: readonly Element[]): Element | null =>
  elements.find((element) => ask(element, 'getClientRects').length > 0) ?? null;
