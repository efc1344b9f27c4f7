import type { StoredTarget } from '../../shared/rebind/fingerprint/stored.ts';
import { type Located, locateSteps } from '../../shared/rebind/locate.ts';
import { findQuote } from '../../shared/rebind/quotes/quote.ts';
import { runInSlices } from '../../shared/time-slices.ts';
import { clippersOf } from '../page/sight.ts';
import type { Placeable } from './placement.ts';

/**
 * Looks the elements of annotations up, in slices, and tells when it is done. What was found before stays until then; another
 * search ends one that is not done.
 */
export function makeSearch(
  onLocated: () => void,
  signal: AbortSignal,
): (wanted: readonly Placeable[]) => Promise<void> {
  let search: AbortController | null = null;
  signal.addEventListener('abort', () => search?.abort());
  return async (wanted) => {
    search?.abort();
    const mine = new AbortController();
    search = mine;
    const targets = wanted.map(({ annotation }) => annotation.target);
    const found = await runInSlices(findSteps(targets), mine.signal);
    if (!found) return;
    wanted.forEach((placeable, i) => {
      const { element, state, candidates, passage } = found[i] as Found;
      Object.assign(placeable, {
        element,
        state,
        passage,
        candidates: candidates.map((candidate) => candidate.element),
        isLocated: true,
        clippers: clippersOf(element),
      } satisfies Partial<Placeable>);
    });
    onLocated();
  };
}

interface Found extends Located {
  readonly passage: Range | null;
}

/** Looks up elements, then the passages that were selected in them, one in each step. */
function* findSteps(targets: readonly StoredTarget[]): Generator<void, Found[]> {
  const located = yield* locateSteps(document, targets);
  const found: Found[] = [];
  for (let i = 0; i < located.length; i++) {
    const place = located[i] as Located;
    const quote = targets[i]?.quote;
    found.push({ ...place, passage: place.element && quote ? findQuote(place.element, quote) : null });
    if (quote) yield;
  }
  return found;
}
