/** How many characters, or texts of a list, are the same at the beginning, */
export function commonStart(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

/** and how many at the end. */
export function commonEnd(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let same = 0;
  while (same < a.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return same;
}

/** Dice coefficient over letter pairs: 0 for nothing in common, 1 for the same pairs. */
export function sharedPairs(a: string, b: string): number {
  const total = a.length + b.length - 2;
  if (!a || !b || total <= 0) return 0;
  if (known.size >= MOST_KNOWN) {
    known.clear();
    numbers.clear();
  }
  const [one, other] = [pairsOf(a), pairsOf(b)];
  for (const pair of one) left[pair] = (left[pair] ?? 0) + 1;
  let shared = 0;
  for (const pair of other) {
    const count = left[pair] ?? 0;
    if (count === 0) continue;
    left[pair] = count - 1;
    shared++;
  }
  for (const pair of one) left[pair] = 0;
  return (2 * shared) / total;
}

/** A page's texts are compared again and again, each with dozens of others. */
const known = new Map<string, readonly number[]>();
const MOST_KNOWN = 2_000;
/** Letter pairs are numbered as they are met. */
const numbers = new Map<number, number>();
/** Of the pairs by their numbers, how many of one text have not been met in the other. All zero between comparisons. */
const left: number[] = [];

/** Numbers of a text's letter pairs. */
function pairsOf(text: string): readonly number[] {
  const made = known.get(text);
  if (made) return made;
  const pairs: number[] = [];
  for (let i = 1; i < text.length; i++) {
    const pair = text.charCodeAt(i - 1) * 65_536 + text.charCodeAt(i);
    const number = numbers.get(pair) ?? numbers.size;
    numbers.set(pair, number);
    pairs.push(number);
  }
  known.set(text, pairs);
  return pairs;
}
