import { isForeign, languageOf } from '../../shared/page/translation.ts';
import type { StoredTarget } from '../../shared/rebind/fingerprint/stored.ts';
import { type Located, locateSteps, type QuoteFunctions } from '../../shared/rebind/locate.ts';
import { runInSlices } from '../../shared/time-slices.ts';
import { clippingAncestors } from '../page/visibility.ts';
import type { LocatedAnnotation } from './placement.ts';

/**
 * Creates a function that locates the elements of annotations, in slices. Earlier results stay
 * until it is done. A new search cancels the running one.
 */
export function createLocator(
  loadQuotes: () => Promise<QuoteFunctions | null>,
  onLocated: () => void,
  signal: AbortSignal,
): (annotations: readonly LocatedAnnotation[]) => Promise<void> {
  let search: AbortController | null = null;
  signal.addEventListener('abort', () => search?.abort());
  return async (annotations) => {
    search?.abort();
    const controller = new AbortController();
    search = controller;
    const targets = annotations.map(({ annotation }) => annotation.target);
    const language = languageOf(document);
    const isRare = ({ quote, wantedTexts, page, before }: StoredTarget): boolean =>
      quote !== null || wantedTexts.length > 0 || isForeign(page, language) || (before ? isRare(before) : false);
    const quotes = targets.some(isRare) ? await loadQuotes() : null;
    const found = await runInSlices(findSteps(targets, quotes), controller.signal);
    if (!found) return;
    annotations.forEach((annotation, i) => {
      const { element, state, candidates, passage } = found[i] as Found;
      Object.assign(annotation, {
        element,
        state,
        passage,
        candidates: candidates.map((candidate) => candidate.element),
        isLocated: true,
        clippers: clippingAncestors(element),
      } satisfies Partial<LocatedAnnotation>);
    });
    onLocated();
  };
}

interface Found extends Located {
  readonly passage: Range | null;
}

/** Locates the elements, then the quotes in them, one per step. */
function* findSteps(targets: readonly StoredTarget[], quotes: QuoteFunctions | null): Generator<void, Found[]> {
  const located = yield* locateSteps(document, targets, quotes);
  const found: Found[] = [];
  for (let i = 0; i < located.length; i++) {
    const match = located[i] as Located;
    const quote = targets[i]?.quote;
    found.push({ ...match, passage: (match.element && quote && quotes?.findQuote(match.element, quote)) || null });
    if (quote) yield;
  }
  return found;
}
