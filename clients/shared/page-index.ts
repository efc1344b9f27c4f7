import type { Counted } from './rarity.ts';
import type { Spot } from './survey.ts';

/** What elements of a page are looked for by. */
export type KeyKind = 'testId' | 'id' | 'text' | 'name' | 'href' | 'place' | 'word' | 'class';

/** Elements by what they say, what they are called and where they stand. */
export interface PageIndex extends Counted {
  enter(kind: KeyKind, value: string, spot: Spot): void;
  /** Counts a word under which the element is not looked for. */
  mention(word: string): void;
  /** In document order. */
  having(kind: KeyKind, value: string): readonly Spot[];
}

interface Line {
  readonly spots: Spot[];
  /** Times that it was entered or mentioned. */
  count: number;
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
  const index: PageIndex = {
    enter(kind, value, spot) {
      const line = lines[kind].get(value);
      if (line) {
        line.spots.push(spot);
        line.count++;
      } else {
        lines[kind].set(value, { spots: [spot], count: 1, isInOrder: false });
      }
    },
    mention(word) {
      const line = lines.word.get(word);
      if (line) line.count++;
      else lines.word.set(word, { spots: [], count: 1, isInOrder: false });
    },
    countOf: (kind, value) => lines[kind].get(value)?.count ?? 0,
    having(kind, value) {
      // Nobody asks for places on a page that stayed as it was.
      if (kind === 'place' && lines.place.size === 0)
        for (const spot of spots) index.enter('place', placeKey(spot), spot);
      const line = lines[kind].get(value);
      if (!line) return [];
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
