import { bonusOf, logOddsOf } from '../../clients/shared/rebind/ranking/prior.ts';
import type { Entry, Row } from '../../clients/shared/rebind/ranking/rank.ts';

/**
 * A row of labelled pairs as the engine has it on a page, as far as pairs tell: what stands at the stored path ranks
 * higher, and it is known which texts stand there once.
 */
export function asOnPage({ target, self, entries, rarity }: Row): Row {
  const twins = (entry: Entry) =>
    entries.filter(({ traits }) => traits.tag === entry.traits.tag && traits.key === entry.traits.key);
  const seen = entries.map((entry) => {
    const family = twins(entry);
    const traits = { ...entry.traits, twins: { index: family.indexOf(entry), count: family.length } };
    return { ...entry, traits, score: entry.score + bonusOf(target, traits, isAtPath(target, entry)) };
  });
  return { target, self, entries: seen.sort((a, b) => b.score - a.score || a.index - b.index), rarity };
}

/** What the engine adds to the log-odds of such an entry. */
export const priorOf = (row: Row, entry: Entry): number =>
  logOddsOf(row, entry, { isHit: isAtPath(row.target, entry), isQuoted: false });

const isAtPath = ({ steps }: Row['target'], { traits }: Entry): boolean =>
  steps.length > 0 && steps.join('/') === traits.steps.join('/');
