import { type Box, contains } from '../../images/geometry.ts';
import type { Displacement } from './displacement.ts';
import { withAncestors } from './seams.ts';

/** Space beside the first line of a list item where its marker is, CSS pixels. */
const SPACE = { width: 24, height: 32 };
/** Size of the largest disc, circle or square that counts as a marker, as a share of its space. */
const MAX_SHARE = 0.5;

/**
 * Finds the places of list markers in the comparison, on both sides of each item. A browser rounds
 * the top and the bottom of a marker on its own, so a marker that moves can gain or lose a row.
 *
 * @param scale image pixels per CSS pixel
 */
export function markerPlaces(displacements: readonly Displacement[], scale: number): Box[] {
  const [width, height] = [SPACE.width * scale, SPACE.height * scale];
  return [...withAncestors(displacements)]
    .filter(({ isItem }) => isItem)
    .flatMap(({ comparison: { x, y, width: own } }) => [
      { x: x - width, y, width, height },
      { x: x + own, y, width, height },
    ]);
}

/** Whether a box in the comparison is small and lies where a marker is. */
export const isMarker = (box: Box, places: readonly Box[]): boolean =>
  places.some((place) => Math.max(box.width, box.height) <= place.width * MAX_SHARE && contains(place, box));
