import { attributeOf } from '../../page/dom-access.ts';
import type { DomIndex } from '../dom-index/dom-index.ts';
import type { Card, IndexedElement } from '../dom-index/indexed-element.ts';
import type { Kin } from './description.ts';

/** Numbers of elements by kind; counted once for a page that needs one. */
const countsByIndex = new WeakMap<DomIndex, Map<string, number>>();

/** Counts the elements of the same kind on the page and in the card. */
export function kinOf(indexed: IndexedElement, { index, end }: Card, domIndex: DomIndex): Kin {
  const { elements } = domIndex;
  let counts = countsByIndex.get(domIndex);
  if (!counts) {
    counts = new Map();
    for (const kind of elements.map(kindOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    countsByIndex.set(domIndex, counts);
  }
  const inCard = end - index < elements.length ? elements.slice(index, end) : [];
  return {
    onPage: counts.get(kindOf(indexed)) ?? 1,
    inCard: inCard.filter(({ tag }) => tag === indexed.tag).length,
  };
}

const kindOf = ({ element, tag }: IndexedElement) =>
  ['class', 'type', 'href'].map((name) => attributeOf(element, name)).join() + tag;
