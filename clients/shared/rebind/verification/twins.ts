import type { Entry, Row } from '../ranking/rank.ts';
import type { Traits } from '../traits/traits.ts';
import { isSameTarget } from './same-target.ts';

/** Number of the heading above among the neighbors of a description. */
const HEADING = 2;

/** Whether only this one of several equal elements is in a card with the title of the target's. */
export function hasCardTitle({ target, entries }: Row, entry: Entry): boolean {
  const title = target.neighbors[HEADING];
  /** Whether an element is equal to the target, alone in a card with that title. */
  const isTwin = ({ key, icon, tag, neighbors, cardText, duplicates }: Traits) =>
    key === target.key &&
    icon === target.icon &&
    tag === target.tag &&
    neighbors[HEADING] === title &&
    ` ${cardText} `.includes(` ${title} `) &&
    (duplicates?.inCard ?? 1) === 1;
  return (
    Boolean(title && (target.key || target.icon)) &&
    (target.duplicates?.count ?? 1) > 1 &&
    isTwin(target) &&
    isTwin(entry.traits) &&
    !entries.some((other) => other !== entry && !isSameTarget(entry, other) && isTwin(other.traits))
  );
}
