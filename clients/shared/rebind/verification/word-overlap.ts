import type { Rarity } from '../survey/rarity.ts';

/** What a word counts that two say. */
const OWN = 0.25;

/**
 * How much of what two texts say and hardly another on the page is said by both (Dice), each word counted by how few say it.
 * Numbers do not count: they change. NaN where one of them says nothing that few say.
 *
 * @param stays what the first one says, where that is more than its words.
 */
export function keptOf(
  before: readonly string[],
  now: readonly string[],
  { countOf }: Rarity,
  stays: { includes(word: string): boolean } = before,
): number {
  const weigh = (words: readonly string[], join: (a: number, b: number) => number) =>
    words.reduce((all, word) => join(all, /\d/.test(word) ? 0 : (countOf('word', word) || 1) ** -2), 0);
  if (Math.min(weigh(before, Math.max), weigh(now, Math.max)) < OWN) return Number.NaN;
  const sum = (words: readonly string[]) => weigh(words, (a, b) => a + b);
  return (2 * sum(now.filter((word) => stays.includes(word)))) / (sum(before) + sum(now));
}
