/** Counts the equal characters, or texts of a list, at the beginning. */
export function commonStart(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

/** Counts the equal characters, or texts of a list, at the end. */
export function commonEnd(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let same = 0;
  while (same < a.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return same;
}

/** Computes the Dice coefficient of the letter pairs of two texts, 0–1. */
export function sharedPairs(a: string, b: string): number {
  const total = a.length + b.length - 2;
  if (!a || !b || total <= 0) return 0;
  if (pairsByText.size >= CACHE_LIMIT) {
    pairsByText.clear();
    numbers.clear();
  }
  const [one, other] = [pairsOf(a), pairsOf(b)];
  for (const pair of one) remaining[pair] = (remaining[pair] ?? 0) + 1;
  let shared = 0;
  for (const pair of other) {
    const count = remaining[pair] ?? 0;
    if (count === 0) continue;
    remaining[pair] = count - 1;
    shared++;
  }
  for (const pair of one) remaining[pair] = 0;
  return (2 * shared) / total;
}

/** Cache, because each text of a page is compared with dozens of others. */
const pairsByText = new Map<string, readonly number[]>();
const CACHE_LIMIT = 2_000;
/** Numbers of letter pairs, in order of first use. */
const numbers = new Map<number, number>();
/** Unmatched occurrences of each pair, by its number; all zero between comparisons. */
const remaining: number[] = [];

/** Lists the numbers of a text's letter pairs. */
function pairsOf(text: string): readonly number[] {
  const cached = pairsByText.get(text);
  if (cached) return cached;
  const pairs: number[] = [];
  for (let i = 1; i < text.length; i++) {
    const pair = text.charCodeAt(i - 1) * 65_536 + text.charCodeAt(i);
    const number = numbers.get(pair) ?? numbers.size;
    numbers.set(pair, number);
    pairs.push(number);
  }
  pairsByText.set(text, pairs);
  return pairs;
}
