import { buildDomIndexSteps, type DomIndex } from './dom-index/dom-index.ts';
import type { IndexedElement } from './dom-index/indexed-element.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import { type FurtherSteps, matchSteps } from './match-targets.ts';
import type { Quote, QuoteTest } from './quotes/quote.ts';
import type { MatchState } from './verification/match-results.ts';

/**
 * Functions for comments on selected text, for comments that ask for a text, and for pages in
 * another language. Other pages do not load them.
 */
export interface QuoteFunctions {
  readonly furtherSteps: FurtherSteps;
  createQuoteTest(): QuoteTest;
  findQuote(element: Element, quote: Quote): Range | null;
  quoteOf(range: Range, element: Element): Quote | null;
}

/** Result of locating one stored target on a page. */
export interface Located {
  readonly state: MatchState;
  /** Confidence in the best candidate, 0–1; docs/rebinding.md has its calibration. */
  readonly confidence: number;
  /** Element that the target is bound to; null in the other states. */
  readonly element: Element | null;
  /**
   * The element that the target is bound to, or those that a person chooses from if it moved, best
   * first. Empty for an orphan.
   */
  readonly candidates: readonly { readonly element: Element; readonly confidence: number }[];
}

/** Reported candidates by state. An orphan has none: each would be shown as its element. */
const REPORTED: Readonly<Record<MatchState, number>> = { bound: 1, moved: 3, orphaned: 0 };

/**
 * Finds all targets of a page together; yields after about a millisecond of work, see
 * time-slices.ts. Never throws, whatever the targets contain.
 *
 * @param quotes functions for quotes and rare cases, which pages with neither do not load
 * @param givenIndex current index of the page, when the caller already has one
 */
export function* locateSteps(
  document: Document,
  targets: readonly StoredTarget[],
  quotes?: Pick<QuoteFunctions, 'createQuoteTest' | 'furtherSteps'> | null,
  givenIndex?: DomIndex,
): Generator<void, Located[]> {
  if (targets.length === 0) return [];
  const domIndex = givenIndex ?? (yield* buildDomIndexSteps(document));
  yield;
  const results = yield* matchSteps(document, targets, domIndex, quotes?.createQuoteTest(), quotes?.furtherSteps);
  return results.map(({ state, confidence, choices }) => {
    const candidates = choices.slice(0, REPORTED[state]).map((choice) => ({
      element: (domIndex.elements[choice.entry.index] as IndexedElement).element,
      confidence: choice.confidence,
    }));
    return { state, confidence, element: state === 'bound' ? (candidates[0]?.element ?? null) : null, candidates };
  });
}
