import { documentIn, holderOf, viewOf } from '../shared/frames.ts';
import { HOST_TAG } from '../shared/host-tag.ts';
import { ask, reader, shadowOf, tagOf } from '../shared/members.ts';

/** The page's element at a point of the window, through open shadow roots and frames, as if the overlay were not there. */
export function elementAt(host: Element, x: number, y: number): Element {
  let found: Element = document.documentElement;
  for (let root: Document | ShadowRoot | null = document; root; ) {
    const from: Document | ShadowRoot = root;
    const inner: Element | undefined = from
      .elementsFromPoint(x, y)
      .find((element) => element !== host && ask(element, 'getRootNode') === from);
    if (!inner) break;
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
  ArrowLeft: (from) => {
    const row = rowOf(from);
    return firstSeen(row.slice(0, row.indexOf(from)).reverse());
  },
  ArrowRight: (from) => {
    const row = rowOf(from);
    return firstSeen(row.slice(row.indexOf(from) + 1));
  },
};

const rowOf = (element: Element): Element[] => {
  const parent = parentOf(element);
  return parent ? childrenOf(parent) : [];
};

function parentOf(element: Element): Element | null {
  const holder = holderOf(element);
  return holder && tagOf(holder) === 'slot' ? parentOf(holder) : holder;
}

const children = reader('children');

/** The elements in its shadow root, else those in it. */
export const childrenIn = (element: Element): HTMLCollection => shadowOf(element)?.children ?? children(element);

/** What is seen in an element: instead of a slot what is put there, in a frame its page, and none of the overlay. */
function childrenOf(element: Element): Element[] {
  const frame = documentIn(element);
  if (frame) return [frame.documentElement];
  return [...childrenIn(element)].flatMap((child) => {
    const tag = tagOf(child);
    if (tag === HOST_TAG) return [];
    const put = tag === 'slot' ? (child as HTMLSlotElement).assignedElements() : [];
    return tag !== 'slot' ? [child] : put.length > 0 ? put : childrenOf(child);
  });
}

/** The first that takes up room. */
const firstSeen = (elements: readonly Element[]): Element | null =>
  elements.find((element) => ask(element, 'getClientRects').length > 0) ?? null;
