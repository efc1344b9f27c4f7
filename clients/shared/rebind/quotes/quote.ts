import { CONTEXT_LIMIT } from '../fingerprint/limits.ts';
import { commonEnd, commonStart, sharedPairs } from '../ranking/text-similarity.ts';
import { passageText, rangeOf, readPassage, type Span } from './passage.ts';

/**
 * Passage of an element's text, as a TextQuoteSelector of the W3C Web Annotation Data Model (2017,
 * section 4.2.4).
 */
export interface Quote {
  /** At most `EXACT_LIMIT` characters with collapsed white space. */
  readonly exact: string;
  /** Up to {@link CONTEXT_LIMIT} characters before the passage. */
  readonly prefix: string;
  /** Up to {@link CONTEXT_LIMIT} characters after the passage. */
  readonly suffix: string;
}

/** Tests whether an element contains a quoted passage, or another one in the same context. */
export type QuoteTest = (element: Element, quote: Quote) => boolean;

/** Creates a test that reads each element once, however many quotes it is tested for. */
export function createQuoteTest(): QuoteTest {
  const texts = new Map<Element, string>();
  return (element, quote) => {
    const text = texts.get(element) ?? passageText(element);
    texts.set(element, text);
    return containsQuote(text, quote);
  };
}

/** Least similarity in letter pairs between an edited passage and the quoted one. */
const MIN_SIMILARITY = 0.6;

/**
 * Finds a quoted passage in an element: by the exact text, of several occurrences the one with the
 * most similar context; else by the same context; else by the most similar words. Returns null when
 * no text is similar.
 */
export function findQuote(element: Element, quote: Quote): Range | null {
  const passage = readPassage(element);
  const found =
    findExact(passage.text, quote) ?? findByContext(passage.text, quote) ?? findSimilar(passage.text, quote.exact);
  return found && rangeOf(passage, found);
}

/** Least length of a distinctive passage, characters. */
const MIN_EXACT = 12;

function containsQuote(text: string, quote: Quote): boolean {
  return (quote.exact.length >= MIN_EXACT && text.includes(quote.exact)) || findByContext(text, quote) !== null;
}

function findExact(text: string, { exact, prefix, suffix }: Quote): Span | null {
  let best: Span | null = null;
  let bestContext = -1;
  for (let at = text.indexOf(exact); at >= 0 && exact; at = text.indexOf(exact, at + 1)) {
    const end = at + exact.length;
    const context = commonEnd(text.slice(0, at), prefix) + commonStart(text.slice(end, end + suffix.length), suffix);
    if (context > bestContext) [best, bestContext] = [[at, end], context];
  }
  return best;
}

/** Least length of a distinctive context on either side, characters. */
const MIN_CONTEXT = 8;

function findByContext(text: string, { exact, prefix, suffix }: Quote): Span | null {
  if (prefix.length < MIN_CONTEXT || suffix.length < MIN_CONTEXT) return null;
  const before = text.indexOf(prefix);
  const from = before + prefix.length;
  const to = before < 0 ? -1 : text.indexOf(suffix, from);
  const length = to - from;
  return length > 0 && length <= 2 * exact.length + CONTEXT_LIMIT ? [from, to] : null;
}

/** Runs of words compared by letter pairs. */
const MAX_RUNS = 20;

/** Finds the most similar run of as many words, among those that share the most words. */
function findSimilar(text: string, exact: string): Span | null {
  const wanted = exact.toLowerCase();
  const wantedWords = new Set(wanted.split(' '));
  const count = exact.split(' ').length;
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    isWanted: wantedWords.has(word.toLowerCase()),
  }));
  const runs: { span: Span; shared: number }[] = [];
  let shared = 0;
  words.forEach(({ to, isWanted }, i) => {
    shared += Number(isWanted) - Number(words[i - count]?.isWanted ?? false);
    const first = words[i - count + 1];
    if (first && shared > 0) runs.push({ span: [first.from, to], shared });
  });
  runs.sort((a, b) => b.shared - a.shared);
  let best: Span | null = null;
  let bestPairs = MIN_SIMILARITY;
  for (const { span } of runs.slice(0, MAX_RUNS)) {
    const pairs = sharedPairs(wanted, text.slice(...span).toLowerCase());
    if (pairs > bestPairs) [best, bestPairs] = [span, pairs];
  }
  return best;
}
