import type { Traits } from '../traits/traits.ts';
import {
  ALONE_LOG_ODDS,
  ALONE_SCORE,
  HALF,
  HIT_LOG_ODDS,
  HIT_SCORE,
  LONG,
  LONG_IF_BARE,
  OTHER_TEXT_LOG_ODDS,
  QUOTED_LOG_ODDS,
} from '../weights/hand-set-weights.ts';
import type { Entry, Row } from './rank.ts';
import { sharedPairs } from './text-similarity.ts';

/** What a page says of an element that a comparison of the two does not. */
export interface Sighting {
  /** The stored selector, path or place means it. */
  readonly isHit: boolean;
  /** The selected words, or those around them, stand in it. */
  readonly isQuoted: boolean;
}

/** By how much a candidate ranks higher than its likeness says. */
export function bonusOf(target: Traits, traits: Traits, isHit: boolean): number {
  return (isHit ? HIT_SCORE : 0) + (saysAlone(target, traits) ? ALONE_SCORE : 0);
}

/** How much likelier, in log-odds, an entry is than its likeness says. */
export function logOddsOf(row: Row, entry: Entry, { isHit, isQuoted }: Sighting): number {
  const quoted = isQuoted ? QUOTED_LOG_ODDS : 0;
  if (!quoted && saysOther(row, entry)) return OTHER_TEXT_LOG_ODDS;
  return quoted + (isHit ? HIT_LOG_ODDS : 0) + (saysAlone(row.target, entry.traits) ? ALONE_LOG_ODDS : 0);
}

function saysOther({ target: { key, href } }: Row, { traits }: Entry): boolean {
  if (!key || !traits.key || key === traits.key) return false;
  return sharedPairs(key, traits.key) < HALF || (href !== '' && traits.href !== '' && href !== traits.href);
}

function saysAlone(target: Traits, traits: Traits): boolean {
  const isBare = !target.twins && target.steps.length === 0;
  const isOne = (target.twins?.count ?? 1) === 1 && traits.twins?.count === 1;
  const least = isBare || (target.twins && target.tag === traits.tag) ? LONG_IF_BARE : LONG;
  return isOne && target.key.length >= least && target.key === traits.key;
}
