import { ask, tagOf } from '../../shared/page/dom-access.ts';
import { isMarkedPrivate } from '../../shared/page/privacy.ts';
import { common } from '../page/geometry.ts';
import { childrenIn } from '../page/page-elements.ts';

const FIELDS = 'input, textarea, select';
/** A page of more elements gets no picture: looking at them all would take seconds. */
const ELEMENT_LIMIT = 20_000;

/** What an element passes on to what is in it. */
interface Inherited {
  /** Where in the stack it is painted; equal ones in document order. */
  readonly level: number;
  readonly clip: DOMRect;
  readonly isMasked: boolean;
  /** How much of what is under it it covers, 0 to 1. */
  readonly alpha: number;
  /** How many of the window's pixels one of its own takes, zoomed and transformed. */
  readonly scale: number;
}

/** Something to paint. */
export interface Item extends Inherited {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly box: DOMRect;
}

/**
 * What is to be painted of a part of the window, from the lowest to the highest: element by element, because each costs the
 * browser a look at its style and place. @throws for a page with too many
 */
export function* itemsIn(region: DOMRect): Generator<void, Item[]> {
  const items: Item[] = [];
  let rest = ELEMENT_LIMIT;
  function* collect(element: Element, around: Inherited): Generator<void, void> {
    if (!rest--) throw new Error();
    yield;
    const style = getComputedStyle(element);
    const alpha = around.alpha * Number(style.opacity);
    if (style.display === 'none' || alpha < 0.05) return;
    const box = ask(element, 'getBoundingClientRect');
    const level = style.position === 'static' ? around.level : around.level + lengthOf(style.zIndex) + 0.001;
    const isMasked = around.isMasked || ask(element, 'matches', FIELDS) || isMarkedPrivate(element);
    // Slots and drawings have no width.
    const scale = box.width / (element as HTMLElement).offsetWidth || around.scale;
    const item = { element, style, box, level, clip: around.clip, isMasked, alpha, scale };
    // What has no box of its own, such as a slot, may have words.
    const seen = style.display === 'contents' ? item.clip : common(item.clip, box);
    if (seen && style.visibility === 'visible') items.push(item);
    const clip = style.overflow === 'visible' ? item.clip : seen;
    if (!clip || tagOf(element) === 'svg') return;
    for (const child of childrenIn(element)) yield* collect(child, { ...item, clip });
  }
  yield* collect(document.documentElement, { level: 0, clip: region, isMasked: false, alpha: 1, scale: 1 });
  return items.sort((a, b) => a.level - b.level);
}

/** The number in it, or 0. */
export const lengthOf = (value: string): number => Number.parseFloat(value) || 0;
