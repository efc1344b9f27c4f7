import { rectOf } from '../../shared/page/frames.ts';

/** Step by which keys move or resize an area, and its minimum size, pixels. */
const STEP = 10;

const ACROSS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };
const DOWN: Readonly<Record<string, number>> = { ArrowUp: -STEP, ArrowDown: STEP };

/** Returns the visible part of an element, the initial area of keyboard selection. */
export function initialArea(element: Element): DOMRect {
  const { left, top, right, bottom } = rectOf(element);
  const [x, y] = [clamp(0, left, innerWidth - STEP), clamp(0, top, innerHeight - STEP)];
  return new DOMRect(x, y, clamp(STEP, right - x, innerWidth - x), clamp(STEP, bottom - y, innerHeight - y));
}

/** Returns the area after an arrow key, within the window; null for other keys. */
export function moveOrResizeArea({ x, y, width, height }: DOMRect, { key, shiftKey }: KeyboardEvent): DOMRect | null {
  const [across, down] = [ACROSS[key] ?? 0, DOWN[key] ?? 0];
  if (!across && !down) return null;
  return shiftKey
    ? new DOMRect(x, y, clamp(STEP, width + across, innerWidth - x), clamp(STEP, height + down, innerHeight - y))
    : new DOMRect(clamp(0, x + across, innerWidth - width), clamp(0, y + down, innerHeight - height), width, height);
}

const clamp = (min: number, value: number, max: number) => Math.max(min, Math.min(value, max));
