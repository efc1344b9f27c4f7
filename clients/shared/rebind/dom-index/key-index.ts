import type { IndexedElement } from './indexed-element.ts';
import type { ValueCounts } from './rarity.ts';

/** Kind of a look-up key. */
export type KeyKind = 'testId' | 'id' | 'text' | 'name' | 'href' | 'path' | 'word' | 'class';

/** Index of elements by text, names and position. */
export interface KeyIndex extends ValueCounts {
  add(kind: KeyKind, value: string, indexed: IndexedElement): void;
  /** Adds each distinct word of the element's text or, without text, of its names. */
  addWords(words: readonly string[], indexed: IndexedElement): void;
  /** Counts a word without adding a key for it. */
  countWord(word: string): void;
  /** Generator that adds the path keys of all elements; an unchanged page never needs it. */
  readonly pathKeys: Generator<void>;
  /** Returns the elements with this key, in document order. */
  lookup(kind: KeyKind, value: string): readonly IndexedElement[];
}

/** Elements added between two pauses. */
const STRIDE = 500;

/** @param elements elements of the page; the list may be filled later, before `pathKeys` runs */
export function createKeyIndex(elements: readonly IndexedElement[]): KeyIndex {
  const buckets: Record<KeyKind, Map<string, IndexedElement[]>> = {
    testId: new Map(),
    id: new Map(),
    text: new Map(),
    name: new Map(),
    href: new Map(),
    path: new Map(),
    word: new Map(),
    class: new Map(),
  };
  const mentionCounts = new Map<string, number>();
  const inOrder = new Set<IndexedElement[]>();
  const addTo = (bucketsByValue: Map<string, IndexedElement[]>, value: string, indexed: IndexedElement) => {
    const bucket = bucketsByValue.get(value);
    if (bucket) bucket.push(indexed);
    else bucketsByValue.set(value, [indexed]);
  };
  function* addPathKeys(): Generator<void> {
    for (const indexed of elements) {
      addTo(buckets.path, pathKey(indexed), indexed);
      if (indexed.index % STRIDE === 0) yield;
    }
  }
  return {
    pathKeys: addPathKeys(),
    add: (kind, value, indexed) => addTo(buckets[kind], value, indexed),
    addWords(words, indexed) {
      const wordBuckets = buckets.word;
      for (const word of words) {
        const bucket = wordBuckets.get(word);
        if (!bucket) wordBuckets.set(word, [indexed]);
        else if (bucket[bucket.length - 1] !== indexed) bucket.push(indexed);
      }
    },
    countWord: (word) => mentionCounts.set(word, (mentionCounts.get(word) ?? 0) + 1),
    countOf: (kind, value) =>
      (buckets[kind].get(value)?.length ?? 0) + ((kind === 'word' && mentionCounts.get(value)) || 0),
    lookup(kind, value) {
      const bucket = buckets[kind].get(value);
      if (!bucket) return [];
      // Elements are added when they are complete, descendants first.
      if (!inOrder.has(bucket)) bucket.sort((a, b) => a.index - b.index);
      inOrder.add(bucket);
      return bucket;
    },
  };
}

/** Key of the last three path steps. */
function pathKey({ step, parent }: IndexedElement): string {
  return `${parent?.parent?.step ?? ''}/${parent?.step ?? ''}/${step}`;
}
