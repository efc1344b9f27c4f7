import type { Counted } from './rarity.ts';
import type { Spot } from './survey.ts';

/** What elements of a page are looked for by. */
export type KeyKind = 'testId' | 'id' | 'text' | 'name' | 'href' | 'place' | 'word' | 'class';

/** Elements by what they say, what they are called and where they stand. */
export interface PageIndex extends Counted {
  enter(kind: KeyKind, value: string, spot: Spot): void;
  /** Enters each word that it says or, where it says nothing, is named by; once. */
  enterWords(words: readonly string[], spot: Spot): void;
  /** Counts a word under which the element is not looked for. */
  mention(word: string): void;
  /** Enters all elements by their places, once: nobody asks for these on a page that stayed as it was. */
  readonly places: Generator<void>;
  /** In document order. */
  having(kind: KeyKind, value: string): readonly Spot[];
}

/** How many elements are entered between two pauses. */
const STRIDE = 500;

/** @param spots all of the page, once it is surveyed. */
export function makeIndex(spots: readonly Spot[]): PageIndex {
  const lines: Record<KeyKind, Map<string, Spot[]>> = {
    testId: new Map(),
    id: new Map(),
    text: new Map(),
    name: new Map(),
    href: new Map(),
    place: new Map(),
    word: new Map(),
    class: new Map(),
  };
  const mentions = new Map<string, number>();
  const inOrder = new Set<Spot[]>();
  const enterIn = (all: Map<string, Spot[]>, value: string, spot: Spot) => {
    const line = all.get(value);
    if (line) line.push(spot);
    else all.set(value, [spot]);
  };
  function* enterPlaces(): Generator<void> {
    for (const spot of spots) {
      enterIn(lines.place, placeKey(spot), spot);
      if (spot.index % STRIDE === 0) yield;
    }
  }
  return {
    places: enterPlaces(),
    enter: (kind, value, spot) => enterIn(lines[kind], value, spot),
    enterWords(words, spot) {
      const all = lines.word;
      for (const word of words) {
        const line = all.get(word);
        if (!line) all.set(word, [spot]);
        else if (line[line.length - 1] !== spot) line.push(spot);
      }
    },
    mention: (word) => mentions.set(word, (mentions.get(word) ?? 0) + 1),
    countOf: (kind, value) => (lines[kind].get(value)?.length ?? 0) + ((kind === 'word' && mentions.get(value)) || 0),
    having(kind, value) {
      const line = lines[kind].get(value);
      if (!line) return [];
      // Elements are entered when they close, the inner ones first.
      if (!inOrder.has(line)) line.sort((a, b) => a.index - b.index);
      inOrder.add(line);
      return line;
    },
  };
}

/** The last three steps: the same place in the same kind of surroundings. */
function placeKey({ step, parent }: Spot): string {
  return `${parent?.parent?.step ?? ''}/${parent?.step ?? ''}/${step}`;
}
