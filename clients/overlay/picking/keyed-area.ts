import { rectOf } from '../../shared/page/frames.ts';

/** Pixels that a key moves an area by, or changes its size by; also the least size. */
const STEP = 10;

const ACROSS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };
const DOWN: Readonly<Record<string, number>> = { ArrowUp: -STEP, ArrowDown: STEP };

/** The part of an element that the window shows: where an area begins that is made by keys. */
export function areaOn(element: Element): DOMRect {
  const { left, top, right, bottom } = rectOf(element);
  const [x, y] = [between(0, left, innerWidth - STEP), between(0, top, innerHeight - STEP)];
  return new DOMRect(x, y, between(STEP, right - x, innerWidth - x), between(STEP, bottom - y, innerHeight - y));
}

/** The area after an arrow key, within the window. Null for other keys. */
export function stepArea({ x, y, width, height }: DOMRect, { key, shiftKey }: KeyboardEvent): DOMRect | null {
  const [across, down] = [ACROSS[key] ?? 0, DOWN[key] ?? 0];
  if (!across && !down) return null;
  return shiftKey
    ? new DOMRect(x, y, between(STEP, width + across, innerWidth - x), between(STEP, height + down, innerHeight - y))
    : new DOMRect(
        between(0, x + across, innerWidth - width),
        between(0, y + down, innerHeight - height),
        width,
        height,
      );
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));
