import { bonusOf, logOddsOf } from '../../clients/shared/rebind/ranking/prior.ts';
import type { Entry, Row } from '../../clients/shared/rebind/ranking/rank.ts';

/**
 * Completes a row of labeled pairs with the evidence of a page, as far as pairs contain it: a
 * bonus for the candidate at the stored path, and the number of duplicates of each text.
 */
export function simulatePage({ target, self, entries, rarity }: Row): Row {
  const duplicatesOf = (entry: Entry) =>
    entries.filter(({ traits }) => traits.tag === entry.traits.tag && traits.key === entry.traits.key);
  const completed = entries.map((entry) => {
    const group = duplicatesOf(entry);
    const traits = { ...entry.traits, duplicates: { index: group.indexOf(entry), count: group.length } };
    return { ...entry, traits, score: entry.score + bonusOf(target, traits, isAtPath(target, entry)) };
  });
  return { target, self, entries: completed.sort((a, b) => b.score - a.score || a.index - b.index), rarity };
}

/** Computes the log-odds that the engine adds to an entry of a simulated page. */
export const priorOf = (row: Row, entry: Entry): number =>
  logOddsOf(row, entry, { isHit: isAtPath(row.target, entry), isQuoted: false });

const isAtPath = ({ steps }: Row['target'], { traits }: Entry): boolean =>
  steps.length > 0 && steps.join('/') === traits.steps.join('/');
