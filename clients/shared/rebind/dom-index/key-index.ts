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
  /**
   * Returns the elements with this key, in document order. A `path` is added by its last step, and
   * looked up by its last three, the last one first.
   */
  lookup(kind: KeyKind, value: string): readonly IndexedElement[];
}

export function createKeyIndex(): KeyIndex {
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
    if (!bucket) bucketsByValue.set(value, [indexed]);
    else if (bucket[bucket.length - 1] !== indexed) bucket.push(indexed);
  };
  return {
    add: (kind, value, indexed) => addTo(buckets[kind], value, indexed),
    addWords(words, indexed) {
      for (const word of words) addTo(buckets.word, word, indexed);
    },
    countWord: (word) => mentionCounts.set(word, (mentionCounts.get(word) ?? 0) + 1),
    countOf: (kind, value) =>
      (buckets[kind].get(value)?.length ?? 0) + ((kind === 'word' && mentionCounts.get(value)) || 0),
    lookup(kind, value) {
      let bucket = buckets[kind].get(value);
      if (!bucket && kind === 'path') {
        const [last = '', second = '', first = ''] = value.split('/');
        bucket = (buckets.path.get(last) ?? []).filter(
          ({ parent }) => (parent?.step ?? '') === second && (parent?.parent?.step ?? '') === first,
        );
        buckets.path.set(value, bucket);
      }
      if (!bucket) return [];
      // Elements are added when they are complete, descendants first.
      if (!inOrder.has(bucket)) bucket.sort((a, b) => a.index - b.index);
      inOrder.add(bucket);
      return bucket;
    },
  };
}
