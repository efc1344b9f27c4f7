import { hitsOf } from './candidates/locator-hits.ts';
import { shortlistSteps } from './candidates/shortlist.ts';
import { boxOf, describe, stepsTo } from './fingerprint/describe.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import { passageText } from './quotes/passage.ts';
import { holdsQuote } from './quotes/quote.ts';
import { bonusOf, logOddsOf } from './ranking/prior.ts';
import { type Entry, type Row, rankTraits } from './ranking/rank.ts';
import type { Spot, Survey } from './survey/survey.ts';
import { type Traits, traitsOf } from './traits/traits.ts';
import { isDoubtful } from './verification/ambiguity.ts';
import { UNCHANGED } from './weights/hand-set-weights.ts';

/** Compares stored targets with the elements of one survey. */
export interface Look {
  rowOf(target: StoredTarget): Generator<void, Row>;
  /** Whether the element of that index is likely something else. */
  doubts(target: StoredTarget, index: number): boolean;
  /** What speaks for an entry of such a row besides its likeness. */
  priorOf(row: Row, entry: Entry): number;
}

/** What is known of a row besides. */
interface Asked extends Pick<StoredTarget, 'quote'> {
  /** Indexes of what the stored selector and paths mean. */
  readonly hits: ReadonlySet<number>;
}

/** How many candidates are described between two pauses. */
const STRIDE = 8;

/** Describes and reads each element once, however many targets are compared with it. */
export function makeLook(document: Document, survey: Survey): Look {
  const known = new Map<Spot, Traits>();
  const said = new Map<Spot, string>();
  const votes = new Float64Array(survey.spots.length);
  const asked = new Map<Row, Asked>();
  const traitsAt = (spot: Spot) => remember(known, spot, () => traitsOf(describe(spot, survey), stepsTo(spot)));
  const compare = (
    wanted: Traits,
    spots: readonly Spot[],
    traits: Traits[],
    bonus?: (index: number) => number,
  ): Row => {
    const ranked = rankTraits(wanted, traits, survey.rarity, bonus);
    const entries = ranked.entries.map((entry) => ({ ...entry, index: (spots[entry.index] as Spot).index }));
    return { ...ranked, entries };
  };
  const compareOne = (wanted: Traits, spot: Spot): [Row, Entry] => {
    const traits = traitsAt(spot);
    const row = compare(readAs(wanted, traits), [spot], [traits]);
    return [row, row.entries[0] as Entry];
  };
  function* search({ description }: StoredTarget, hits: readonly Spot[]): Generator<void, Row> {
    const wanted = traitsOf(description);
    const unmeasured = { ...wanted, box: undefined };
    for (const hit of hits) {
      const [fast, entry] = compareOne(unmeasured, hit);
      if (entry.score < UNCHANGED * fast.self || !hasNoRival(wanted, entry.traits)) continue;
      const row = { ...fast, target: wanted };
      if (!isDoubtful(row, entry)) return row;
    }
    const spots = [...new Set([...hits, ...(yield* shortlistSteps(wanted, survey, votes))])];
    const candidates: Traits[] = [];
    for (const spot of spots) {
      if (candidates.length % STRIDE === 0) yield;
      const traits = traitsAt(spot);
      if (wanted.box) traits.box ??= boxOf(spot.element);
      candidates.push(traits);
    }
    const read = candidates.reduce(readAs, wanted);
    return compare(read, spots, candidates, (index) =>
      bonusOf(read, candidates[index] as Traits, hits.includes(spots[index] as Spot)),
    );
  }
  return {
    *rowOf(target) {
      const hits = hitsOf(document, target, survey);
      const row = yield* search(target, hits);
      asked.set(row, { quote: target.quote, hits: new Set(hits.map(({ index }) => index)) });
      return row;
    },
    doubts({ description }, index) {
      return isDoubtful(...compareOne(traitsOf(description), survey.spots[index] as Spot));
    },
    priorOf(row, entry) {
      const { quote, hits } = asked.get(row) as Asked;
      return logOddsOf(row, entry, {
        isHit: hits.has(entry.index),
        isQuoted: quote !== null && holdsQuote(remember(said, survey.spots[entry.index] as Spot, passageText), quote),
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
