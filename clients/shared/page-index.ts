import type { Counted } from './rarity.ts';
import type { Spot } from './survey.ts';

/** What elements of a page are looked for by. */
export type KeyKind = 'testId' | 'id' | 'text' | 'name' | 'href' | 'place' | 'word' | 'class';

/** Elements by what they say, what they are called and where they stand. */
export interface PageIndex extends Counted {
  enter(kind: KeyKind, value: string, spot: Spot): void;
  /** Enters each word that it says, once. */
  enterWords(said: string, spot: Spot): void;
  /** Counts a word under which the element is not looked for. */
  mention(word: string): void;
  /**
   * In document order.
   *
   * @param most empty where there are more than these.
   */
  having(kind: KeyKind, value: string, most?: number): readonly Spot[];
}

interface Line {
  readonly spots: Spot[];
  /** How often it was mentioned besides. */
  mentions: number;
  isInOrder: boolean;
}

/** @param spots all of the page, once it is surveyed. */
export function makeIndex(spots: readonly Spot[]): PageIndex {
  const lines: Record<KeyKind, Map<string, Line>> = {
    testId: new Map(),
    id: new Map(),
    text: new Map(),
    name: new Map(),
    href: new Map(),
    place: new Map(),
    word: new Map(),
    class: new Map(),
  };
  const words = lines.word;
  const index: PageIndex = {
    enter(kind, value, spot) {
      const line = lines[kind].get(value);
      if (line) line.spots.push(spot);
      else lines[kind].set(value, { spots: [spot], mentions: 0, isInOrder: false });
    },
    enterWords(said, spot) {
      for (const word of said.split(' ')) {
        const line = words.get(word);
        if (!line) words.set(word, { spots: [spot], mentions: 0, isInOrder: false });
        else if (line.spots[line.spots.length - 1] !== spot) line.spots.push(spot);
      }
    },
    mention(word) {
      const line = words.get(word);
      if (line) line.mentions++;
      else words.set(word, { spots: [], mentions: 1, isInOrder: false });
    },
    countOf(kind, value) {
      const line = lines[kind].get(value);
      return line ? line.spots.length + line.mentions : 0;
    },
    having(kind, value, most = Number.POSITIVE_INFINITY) {
      // Nobody asks for places on a page that stayed as it was.
      if (kind === 'place' && lines.place.size === 0)
        for (const spot of spots) index.enter('place', placeKey(spot), spot);
      const line = lines[kind].get(value);
      if (!line || line.spots.length > most) return [];
      // Elements are entered when they close, the inner ones first.
      if (!line.isInOrder) line.spots.sort((a, b) => a.index - b.index);
      line.isInOrder = true;
      return line.spots;
    },
  };
  return index;
}

/** The last three steps: the same place in the same kind of surroundings. */
function placeKey({ step, parent }: Spot): string {
  return `${parent?.parent?.step ?? ''}/${parent?.step ?? ''}/${step}`;
}
