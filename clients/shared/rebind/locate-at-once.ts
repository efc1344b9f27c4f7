import { run } from '../time-slices.ts';
import type { DomIndex } from './dom-index/dom-index.ts';
import type { StoredTarget } from './fingerprint/stored.ts';
import { furtherSteps } from './further-passes.ts';
import { type Located, locateSteps } from './locate.ts';
import { createQuoteTest } from './quotes/quote.ts';

/**
 * {@link locateSteps} without pauses, for pages under automation.
 *
 * @param domIndex current index of the page, when the caller already has one
 */
export function locate(document: Document, targets: readonly StoredTarget[], domIndex?: DomIndex): Located[] {
  return run(locateSteps(document, targets, { createQuoteTest, furtherSteps }, domIndex));
}
