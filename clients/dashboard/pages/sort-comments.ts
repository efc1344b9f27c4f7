import type { CroppedRow } from '../data/use-crops.ts';
import type { Box } from '../picture/pinned-picture.tsx';
import type { Picture } from './use-page-view.ts';

/** A comment with its place on a picture. */
interface Placed {
  comment: CroppedRow;
  box: Box;
  /** Place that was clicked in it. */
  point: { x: number; y: number } | null;
}

export interface SortedComments {
  /** With a bound pin on the picture, from the top. */
  pinned: Placed[];
  /** With the likeliest element on the picture, for a person to confirm. */
  moved: Placed[];
  /** Without an element on this page. */
  lost: CroppedRow[];
  /** Written after the capture, or outside of the part that it shows. */
  others: CroppedRow[];
}

/**
 * Sorts the comments of a page by where they are on a picture.
 *
 * @param moves boxes of pins that were moved by hand since the capture, by the id of the comment
 */
export function sortComments(
  comments: readonly CroppedRow[],
  picture: Picture | undefined,
  moves: ReadonlyMap<string, Box>,
): SortedComments {
  const pins = new Map(picture?.pins?.nodes.map((pin) => [pin.annotationId, pin] as const));
  const size = picture && sizeOf(picture);
  const sorted: SortedComments = { pinned: [], moved: [], lost: [], others: [] };
  for (const comment of comments) {
    const pin = pins.get(comment.id);
    const chosen = moves.get(comment.id);
    const { box, point = null } = chosen ? { box: chosen } : (pin?.meant ?? {});
    const state = chosen ? 'rebound' : (pin?.state ?? comment.anchor.state);
    const isShown = size && box && box.x < size.width && box.y < size.height && box.x + box.width > 0;
    if (state === 'orphaned') sorted.lost.push(comment);
    else if (!isShown) sorted.others.push(comment);
    else if (state === 'moved') sorted.moved.push({ comment, box, point });
    else sorted.pinned.push({ comment, box, point });
  }
  const byPlace = (a: Placed, b: Placed) => a.box.y - b.box.y || a.box.x - b.box.x;
  sorted.pinned.sort(byPlace);
  sorted.moved.sort(byPlace);
  return sorted;
}

/** Size of a picture, CSS pixels. */
export const sizeOf = ({ width, height, viewport }: Pick<Picture, 'width' | 'height' | 'viewport'>) => ({
  width: (width ?? viewport.width) / viewport.deviceScaleFactor,
  height: (height ?? viewport.height) / viewport.deviceScaleFactor,
});
