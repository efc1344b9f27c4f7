import { cardOf } from './describe.ts';
import { keysFor } from './keys.ts';
import type { Spot, Survey } from './survey.ts';
import type { Traits } from './traits.ts';

/** So many candidates of an element are compared in full. */
const LENGTH = 32;
/** A key that more elements share says too little to look at each, unless all of them are twins. */
const COMMON = 250;
/** How much a key says, by its first letter: test id, id, text, name, address, place, word, class. */
const WORTH: Readonly<Record<string, number>> = { d: 4, i: 3, t: 4, m: 2, h: 3, s: 2, w: 1, c: 0.6 };

/** Elements that share something with the wanted one, those that share most of it first. Compares nothing but keys. */
export function shortlist(wanted: Traits, survey: Survey): Spot[] {
  const votes = new Map<Spot, number>();
  for (const key of keysFor(wanted)) {
    const line = survey.having(key);
    const isText = key[0] === 't';
    if (line.length > COMMON && !isText) continue;
    const worth = (WORTH[key[0] ?? ''] ?? 0) / Math.log2(2 + line.length);
    for (const spot of line) votes.set(spot, (votes.get(spot) ?? 0) + worth);
    if (isText && line.length > LENGTH / 2) favourTwins(line, wanted, votes);
  }
  for (const [spot, vote] of votes) if (spot.element.localName === wanted.tag) votes.set(spot, vote + 0.5);
  return [...votes]
    .sort(([a, voteA], [b, voteB]) => voteB - voteA || a.index - b.index)
    .slice(0, LENGTH)
    .map(([spot]) => spot);
}

/** Among very many twins, the one in the same card and the one with the same number must not be cut off. */
function favourTwins(line: readonly Spot[], wanted: Traits, votes: Map<Spot, number>): void {
  let number = 0;
  for (const spot of line) {
    if (spot.element.localName !== wanted.tag) continue;
    if (wanted.cardStart && cardOf(spot).startsWith(wanted.cardStart)) votes.set(spot, (votes.get(spot) ?? 0) + 2);
    if (number++ === wanted.twins?.index) votes.set(spot, (votes.get(spot) ?? 0) + 0.5);
  }
}
