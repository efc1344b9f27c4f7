/**
 * Likeness of two texts, 0–1: the share of common words or of common letter pairs (Dice
 * coefficients), whichever is larger. Texts without words, such as those of many Asian languages,
 * are compared by their letters.
 */
export function textLikeness(one: string, other: string): number {
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return Math.max(dice(wordsOf(a), wordsOf(b)), dice(pairsOf(a), pairsOf(b)));
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const pairsOf = (text: string): string[] =>
  wordsOf(text).flatMap((word) => word.match(/(?=..)./gu)?.map((_, at) => word.slice(at, at + 2)) ?? []);

function dice(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const part of other) left.set(part, (left.get(part) ?? 0) + 1);
  let shared = 0;
  for (const part of one) {
    const count = left.get(part) ?? 0;
    if (count > 0) shared += 1;
    left.set(part, count - 1);
  }
  const all = one.length + other.length;
  return all === 0 ? 0 : (2 * shared) / all;
}
