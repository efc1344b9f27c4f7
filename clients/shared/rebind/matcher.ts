import { hitsOf } from './candidates/locator-hits.ts';
import { shortlistSteps } from './candidates/shortlist.ts';
import type { DomIndex } from './dom-index/dom-index.ts';
import type { IndexedElement } from './dom-index/indexed-element.ts';
import { boxOf, describe, stepsTo } from './fingerprint/describe.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import type { QuoteTest } from './quotes/quote.ts';
import { likenessOf, MAX_LIKENESS, preferAlike } from './ranking/likeness.ts';
import { bonusOf, logOddsOf } from './ranking/prior.ts';
import { type Entry, type Row, rankTraits } from './ranking/rank.ts';
import { type Traits, traitsOf } from './traits/traits.ts';
import { isAmbiguous } from './verification/ambiguity.ts';
import { UNCHANGED_SHARE } from './weights/hand-set-weights.ts';

/** Compares stored targets with the elements of one {@link DomIndex}. */
export interface Matcher {
  /** Ranks the candidates of a target. */
  rowOf(target: StoredTarget): Generator<void, Row>;
  /** Whether the element of that index is probably not the target. */
  isUnlikely(target: StoredTarget, index: number): boolean;
  /** Compares a target with one element only. */
  compareWith(target: StoredTarget, indexed: IndexedElement): [Row, Entry];
  /** Log-odds of an entry from evidence other than its similarity. */
  priorOf(row: Row, entry: Entry): number;
}

/** Further evidence about a row. */
interface RowContext extends Pick<StoredTarget, 'quote'> {
  /** Indexes of the elements that the stored selector and paths match. */
  readonly hits: ReadonlySet<number>;
}

/** Candidates described between two pauses. */
const STRIDE = 8;

/** Creates a matcher that describes and reads each element once, however many targets it serves. */
export function createMatcher(document: Document, domIndex: DomIndex, isQuotedIn: QuoteTest): Matcher {
  const traitsByElement = [new Map<IndexedElement, Traits>(), new Map<IndexedElement, Traits>()] as const;
  const votes = new Float64Array(domIndex.elements.length);
  const contexts = new Map<Row, RowContext>();
  /** Leaves out the picture if the target may be from before pictures were read. */
  const traitsAt = ({ key, icon }: Traits, indexed: IndexedElement) => {
    const hasIcon = key !== '' || icon !== '';
    const known = traitsByElement[hasIcon ? 1 : 0];
    let traits = known.get(indexed);
    if (!traits) {
      traits = traitsOf(describe(indexed, domIndex, hasIcon), stepsTo(indexed));
      known.set(indexed, traits);
    }
    return traits;
  };
  const compare = (
    wanted: Traits,
    elements: readonly IndexedElement[],
    traits: Traits[],
    bonus?: (index: number) => number,
  ): Row => {
    const ranked = rankTraits(wanted, traits, domIndex.rarity, bonus);
    return {
      ...ranked,
      entries: preferAlike(wanted, ranked.entries, (index) => (elements[index] as IndexedElement).index),
    };
  };
  const compareOne = (wanted: Traits, indexed: IndexedElement): [Row, Entry] => {
    const traits = traitsAt(wanted, indexed);
    const row = compare(wanted, [indexed], [traits]);
    return [row, row.entries[0] as Entry];
  };
  function* search({ description }: StoredTarget, hits: readonly IndexedElement[]): Generator<void, Row> {
    const wanted = traitsOf(description);
    for (const hit of hits) {
      if (hit.key !== wanted.key) continue;
      const [fast, entry] = compareOne({ ...wanted, box: undefined }, hit);
      if (
        entry.score < UNCHANGED_SHARE * fast.self ||
        !hasSameDuplicateCount(wanted, entry.traits) ||
        (wanted.size !== undefined && likenessOf(wanted, entry) < UNCHANGED_SHARE * MAX_LIKENESS)
      )
        continue;
      const row = { ...fast, target: wanted };
      if (!isAmbiguous(row, entry)) return row;
    }
    const elements = [...new Set([...hits, ...(yield* shortlistSteps(wanted, domIndex, votes))])];
    const candidates: Traits[] = [];
    for (const indexed of elements) {
      if (candidates.length % STRIDE === 0) yield;
      const traits = traitsAt(wanted, indexed);
      if (wanted.box) traits.box ??= boxOf(indexed.element);
      candidates.push(traits);
    }
    return compare(wanted, elements, candidates, (index) =>
      bonusOf(wanted, candidates[index] as Traits, hits.includes(elements[index] as IndexedElement)),
    );
  }
  return {
    *rowOf(target) {
      const hits = hitsOf(document, target, domIndex);
      const row = yield* search(target, hits);
      contexts.set(row, { quote: target.quote, hits: new Set(hits.map(({ index }) => index)) });
      return row;
    },
    isUnlikely({ description }, index) {
      return isAmbiguous(...compareOne(traitsOf(description), domIndex.elements[index] as IndexedElement));
    },
    compareWith: ({ description }, indexed) => compareOne(traitsOf(description), indexed),
    priorOf(row, entry) {
      const { quote, hits } = contexts.get(row) as RowContext;
      return logOddsOf(row, entry, {
        isHit: hits.has(entry.index),
        isQuoted: quote !== null && isQuotedIn((domIndex.elements[entry.index] as IndexedElement).element, quote),
      });
    },
  };
}

/** Whether as many duplicates exist now as when the fingerprint was taken. */
function hasSameDuplicateCount({ duplicates: before }: Traits, { duplicates: now }: Traits): boolean {
  return (before?.count ?? 1) === (now?.count ?? 1);
}
