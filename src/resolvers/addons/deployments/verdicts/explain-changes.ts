import { TEXT_LIMIT } from '../../../../infrastructure/capture/page-record.ts';
import { parentOf } from '../../../../infrastructure/comparison/elements/xpaths.ts';
import { area, type Box, intersection } from '../../../../infrastructure/images/geometry.ts';
import type { ChangedElement, ExplainingPin, Explanation } from './types.ts';

/** Share of a changed element that must lie within the annotation's element. */
const LEAST_SHARE = 0.8;
/** Share of the page above which an element explains only changes of itself. */
const MAX_PAGE_SHARE = 0.5;
/** Stored boxes are whole pixels. */
const ROUNDING = 1.5;

/**
 * Finds the annotations and guards that each changed element of a page belongs to: those at the
 * same element or around it. Only annotations whose element changed or went explain a change.
 */
export function explainChanges(changes: readonly ChangedElement[], pins: readonly ExplainingPin[]): Explanation[] {
  return changes.map((change) => {
    const here = pins.filter((pin) => isAt(change, pin));
    const idsOf = (found: ExplainingPin[]) => [...new Set(found.map(({ annotationId }) => annotationId))];
    return {
      annotationIds: idsOf(
        here.filter(({ isGuard, verdict }) => !isGuard && (verdict === 'changed' || verdict === 'gone')),
      ),
      guardedIds: idsOf(here.filter(({ isGuard }) => isGuard)),
    };
  });
}

/** Whether a changed element is the pin's element, a part of it, or moved with it in its list. */
function isAt({ before, after, xpath, kinds }: ChangedElement, pin: ExplainingPin): boolean {
  if (pin.list !== undefined && isOfOrder(kinds) && parentOf(xpath) === pin.list) return true;
  const sides = [
    [before && mayShow(pin.text, before.text) ? before.box : undefined, pin.before],
    [after?.box, pin.after],
  ] as const;
  return sides.some(([changed, element]) => changed && element && isWithin(changed, element, pin.page));
}

/** Whether an element changed by another order alone: rows may stretch what is in them. */
const isOfOrder = (kinds: readonly string[]): boolean => kinds.every((kind) => kind === 'moved' || kind === 'resized');

/** Whether an element with a text may show that of a changed element. Long texts are cut. */
const mayShow = (text: string | null | undefined, changed: string): boolean =>
  typeof text !== 'string' || text.length >= TEXT_LIMIT - 1 || text.includes(changed);

function isWithin(changed: Box, element: Box, page: ExplainingPin['page']): boolean {
  if (isSame(changed, element)) return true;
  if (area(element) > MAX_PAGE_SHARE * page.width * page.height) return false;
  const shared = intersection(changed, element);
  return shared !== undefined && area(shared) >= LEAST_SHARE * area(changed);
}

const isSame = (one: Box, other: Box): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= ROUNDING);
