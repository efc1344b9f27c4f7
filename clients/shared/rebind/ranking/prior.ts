import type { Traits } from '../traits/traits.ts';
import { isReworded } from '../verification/same-place.ts';
import { hasCardTitle } from '../verification/twins.ts';
import {
  CARD_TITLE_LOG_ODDS,
  DIFFERENT_TEXT_LOG_ODDS,
  HALF,
  HIT_LOG_ODDS,
  HIT_SCORE,
  LONG_TEXT,
  LONG_TEXT_IF_BARE,
  QUARTER,
  QUOTED_LOG_ODDS,
  UNIQUE_TEXT_LOG_ODDS,
  UNIQUE_TEXT_SCORE,
} from '../weights/hand-set-weights.ts';
import type { Entry, Row } from './rank.ts';
import { sharedPairs } from './text-similarity.ts';

/** Evidence about a candidate beyond its comparison with the target. */
export interface PriorEvidence {
  /** Whether the stored selector or path matches the candidate. */
  readonly isHit: boolean;
  /** Whether the candidate contains the selected passage or its context. */
  readonly isQuoted: boolean;
}

/**
 * Computes the score that evidence adds to a candidate. A path that leads to a text with less than
 * a quarter of the letter pairs in common probably leads to another element now, and adds nothing.
 */
export function bonusOf(target: Traits, traits: Traits, isHit: boolean): number {
  const isAtPath = isHit && (target.key === traits.key || sharedPairs(target.key, traits.key) >= QUARTER);
  return (isAtPath ? HIT_SCORE : 0) + (isSameUnique(target, traits) ? UNIQUE_TEXT_SCORE : 0);
}

/** Computes the log-odds that evidence adds to an entry. */
export function logOddsOf(row: Row, entry: Entry, { isHit, isQuoted }: PriorEvidence): number {
  const quoted = isQuoted ? QUOTED_LOG_ODDS : 0;
  const isInPlace = isReworded(row, entry);
  if (!quoted && !isInPlace && hasDifferentText(row, entry)) return DIFFERENT_TEXT_LOG_ODDS;
  return (
    quoted +
    (isHit ? HIT_LOG_ODDS : 0) +
    (isSameUnique(row.target, entry.traits) ? UNIQUE_TEXT_LOG_ODDS : 0) +
    (isInPlace || hasCardTitle(row, entry) ? CARD_TITLE_LOG_ODDS : 0)
  );
}

function hasDifferentText({ target: { key, href } }: Row, { traits }: Entry): boolean {
  if (!key || !traits.key || key === traits.key) return false;
  return sharedPairs(key, traits.key) < HALF || (href !== '' && traits.href !== '' && href !== traits.href);
}

/** Whether both show the same long text, or without a text the same picture, and no other does. */
export function isSameUnique(target: Traits, traits: Traits): boolean {
  const isBare = !target.duplicates && target.steps.length === 0;
  const isOne = (target.duplicates?.count ?? 1) === 1 && traits.duplicates?.count === 1;
  const least = isBare || (target.duplicates && target.tag === traits.tag) ? LONG_TEXT_IF_BARE : LONG_TEXT;
  const isSame = target.key ? target.key.length >= least : target.icon !== '' && target.icon === traits.icon;
  return isOne && isSame && target.key === traits.key;
}
