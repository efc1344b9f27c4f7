import { CONTEXT_LIMIT } from '../fingerprint/limits.ts';
import { commonEnd, commonStart, sharedPairs } from '../ranking/text-similarity.ts';
import { rangeOf, readPassage, type Span } from './passage.ts';

/** A passage of an element's text, as a TextQuoteSelector of the W3C Web Annotation Data Model (2017, section 4.2.4). */
export interface Quote {
  /** At most {@link EXACT_LIMIT} characters, white space squeezed. */
  readonly exact: string;
  /** Up to {@link CONTEXT_LIMIT} characters before it, */
  readonly prefix: string;
  /** and after it. */
  readonly suffix: string;
}

/** Letter pairs that an edited passage must share with the one that was chosen. */
const LEAST_SHARED = 0.6;

/**
 * Finds a passage again: where the same words stand, among several where they stand in the same surroundings; else between the
 * same surroundings; else where the words are most alike. Null when the element says nothing like it.
 */
export function findQuote(element: Element, quote: Quote): Range | null {
  const passage = readPassage(element);
  const found = exactly(passage.text, quote) ?? inContext(passage.text, quote) ?? alike(passage.text, quote.exact);
  return found && rangeOf(passage, found);
}

/** Shorter words stand in many places. */
const LEAST_EXACT = 12;

/** Whether an element's text says a passage word by word, long enough to be no chance, or something between the same words. */
export function holdsQuote(text: string, quote: Quote): boolean {
  return (quote.exact.length >= LEAST_EXACT && text.includes(quote.exact)) || inContext(text, quote) !== null;
}

function exactly(text: string, { exact, prefix, suffix }: Quote): Span | null {
  let best: Span | null = null;
  let bestContext = -1;
  for (let at = text.indexOf(exact); at >= 0 && exact; at = text.indexOf(exact, at + 1)) {
    const end = at + exact.length;
    const context = commonEnd(text.slice(0, at), prefix) + commonStart(text.slice(end, end + suffix.length), suffix);
    if (context > bestContext) [best, bestContext] = [[at, end], context];
  }
  return best;
}

/** Surroundings shorter than this stand anywhere. */
const LEAST_CONTEXT = 8;

function inContext(text: string, { exact, prefix, suffix }: Quote): Span | null {
  if (prefix.length < LEAST_CONTEXT || suffix.length < LEAST_CONTEXT) return null;
  const before = text.indexOf(prefix);
  const from = before + prefix.length;
  const to = before < 0 ? -1 : text.indexOf(suffix, from);
  const length = to - from;
  return length > 0 && length <= 2 * exact.length + CONTEXT_LIMIT ? [from, to] : null;
}

/** Runs of words that are compared letter by letter. */
const COMPARED = 20;

/** The run of words, as many as there were, that is most alike, among those that share the most words. */
function alike(text: string, exact: string): Span | null {
  const wanted = exact.toLowerCase();
  const own = new Set(wanted.split(' '));
  const count = exact.split(' ').length;
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    isOwn: own.has(word.toLowerCase()),
  }));
  const runs: { span: Span; shared: number }[] = [];
  let shared = 0;
  words.forEach(({ to, isOwn }, i) => {
    shared += Number(isOwn) - Number(words[i - count]?.isOwn ?? false);
    const first = words[i - count + 1];
    if (first && shared > 0) runs.push({ span: [first.from, to], shared });
  });
  runs.sort((a, b) => b.shared - a.shared);
  let best: Span | null = null;
  let bestPairs = LEAST_SHARED;
  for (const { span } of runs.slice(0, COMPARED)) {
    const pairs = sharedPairs(wanted, text.slice(...span).toLowerCase());
    if (pairs > bestPairs) [best, bestPairs] = [span, pairs];
  }
  return best;
}
