import type { IndexedElement } from './indexed-element.ts';
import type { ValueCounts } from './rarity.ts';

/** Kind of a look-up key. */
export type KeyKind = 'testId' | 'id' | 'text' | 'icon' | 'name' | 'href' | 'path' | 'word' | 'class';

/** Index of elements by text, names and position. */
export interface KeyIndex extends ValueCounts {
  add(kind: KeyKind, value: string, indexed: IndexedElement): void;
  /** Adds each distinct word of the element's text or, without text, of its names. */
  addWords(words: readonly string[], indexed: IndexedElement): void;
  /** Counts a word without adding a key for it. */
  countWord(word: string): void;
  /**
   * Returns the elements with this key, in document order. A `path` is added by its last step, and
   * looked up by its last three; its elements are in the order of the first one's.
   */
  lookup(kind: KeyKind, value: string): readonly IndexedElement[];
}

/**
 * Creates an index.
 *
 * @param elements all elements of the page; complete before the first look-up of a path
 */
export function createKeyIndex(elements: readonly IndexedElement[]): KeyIndex {
  const buckets: Record<KeyKind, Map<string, IndexedElement[]>> = {
    testId: new Map(),
    id: new Map(),
    text: new Map(),
    icon: new Map(),
    name: new Map(),
    href: new Map(),
    path: new Map(),
    word: new Map(),
    class: new Map(),
  };
  const mentionCounts = new Map<string, number>();
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
        const steps = value.split('/');
        bucket = (buckets.path.get(steps[0] as string) ?? []).flatMap(
          ({ index, end }) => findAtPath(elements, steps, 0, index, end) ?? [],
        );
        buckets.path.set(value, bucket);
      }
      return bucket ?? [];
    },
  };
}

/** Skips from sibling to sibling by their ends, so few elements are visited even on large pages. */
export function findAtPath(
  elements: readonly IndexedElement[],
  steps: readonly string[],
  depth = 0,
  begin = 0,
  end = elements.length,
): IndexedElement | undefined {
  for (let i = begin; i < end; ) {
    const indexed = elements[i] as IndexedElement;
    if (indexed.step === steps[depth]) {
      const found = steps[depth + 1] ? findAtPath(elements, steps, depth + 1, i + 1, indexed.end) : indexed;
      if (found) return found;
    }
    i = indexed.end;
  }
  return undefined;
}
