import { UNCHANGED } from './by-hand.ts';
import { boxOf, describe, stepsTo } from './describe.ts';
import { isDoubtful } from './doubt.ts';
import { hitsOf } from './hits.ts';
import { passageText } from './passage.ts';
import { bonusOf, logOddsOf } from './prior.ts';
import { holdsQuote } from './quote.ts';
import { type Entry, type Row, rankTraits } from './rank.ts';
import { shortlist } from './shortlist.ts';
import type { StoredTarget } from './stored.ts';
import type { Spot, Survey } from './survey.ts';
import { type Traits, traitsOf } from './traits.ts';

/** Compares stored targets with the elements of one survey. */
export interface Look {
  rowOf(target: StoredTarget): Row;
  /** Whether the element of that index is likely something else. */
  doubts(target: StoredTarget, index: number): boolean;
  /** What speaks for an entry of such a row besides its likeness. */
  priorOf(row: Row, entry: Entry): number;
}

/** Describes and reads each element once, however many targets are compared with it. */
export function makeLook(document: Document, survey: Survey): Look {
  const known = new Map<Spot, Traits>();
  const said = new Map<Spot, string>();
  const votes = new Float64Array(survey.spots.length);
  const asked = new Map<Row, { target: StoredTarget; hits: ReadonlySet<number> }>();
  const traitsAt = (spot: Spot) => remember(known, spot, () => traitsOf(describe(spot, survey), stepsTo(spot)));
  const measuredAt = (spot: Spot) => {
    const traits = traitsAt(spot);
    traits.box ??= boxOf(spot.element);
    return traits;
  };
  const compare = (
    wanted: Traits,
    spots: readonly Spot[],
    traits: Traits[],
    bonus?: (index: number) => number,
  ): Row => {
    const ranked = rankTraits(wanted, traits, survey.rarity, bonus);
    const entries = ranked.entries.map((entry) => ({ ...entry, index: spots[entry.index]?.index ?? -1 }));
    return { ...ranked, entries };
  };
  const compareOne = (wanted: Traits, spot: Spot): [Row, Entry] => {
    const traits = traitsAt(spot);
    const row = compare(readAs(wanted, traits), [spot], [traits]);
    return [row, row.entries[0] as Entry];
  };
  const search = ({ description }: StoredTarget, hits: readonly Spot[]): Row => {
    const wanted = traitsOf(description);
    const unmeasured = { ...wanted, box: undefined };
    for (const hit of hits) {
      const [fast, entry] = compareOne(unmeasured, hit);
      if (entry.score < UNCHANGED * fast.self || !hasNoRival(wanted, entry.traits)) continue;
      const row = { ...fast, target: wanted };
      if (!isDoubtful(row, entry)) return row;
    }
    const spots = [...new Set([...hits, ...shortlist(wanted, survey, votes)])];
    const candidates = spots.map(wanted.box ? measuredAt : traitsAt);
    const read = candidates.reduce(readAs, wanted);
    return compare(read, spots, candidates, (index) =>
      bonusOf(read, candidates[index] ?? read, hits.includes(spots[index] as Spot)),
    );
  };
  return {
    rowOf(target) {
      const hits = hitsOf(document, target, survey);
      const row = search(target, hits);
      asked.set(row, { target, hits: new Set(hits.map(({ index }) => index)) });
      return row;
    },
    doubts({ description }, index) {
      return isDoubtful(...compareOne(traitsOf(description), survey.spots[index] as Spot));
    },
    priorOf(row, entry) {
      const { target: { quote = null } = {}, hits } = asked.get(row) ?? {};
      const spot = survey.spots[entry.index];
      return logOddsOf(row, entry, {
        isHit: hits?.has(entry.index) === true,
        isQuoted: quote && spot ? holdsQuote(remember(said, spot, passageText), quote) : false,
      });
    },
  };
}

/** The same letters are the same words: a space may stand between two elements, or not, as one reads them. */
function readAs(wanted: Traits, { key, said, words }: Traits): Traits {
  if (!key || wanted.key !== key || wanted.said === said) return wanted;
  const hints = wanted.bag.filter((word) => !wanted.words.includes(word));
  return { ...wanted, said, words, bag: [...new Set([...hints, ...words])] };
}

/** Alone as it was alone, or one of as many twins as there were. */
function hasNoRival({ twins: before }: Traits, { twins: now }: Traits): boolean {
  return (before?.count ?? 1) === (now?.count ?? 1);
}

function remember<T>(known: Map<Spot, T>, spot: Spot, make: (element: Element) => T): T {
  const made = known.get(spot) ?? make(spot.element);
  known.set(spot, made);
  return made;
}
