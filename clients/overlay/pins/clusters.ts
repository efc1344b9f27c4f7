import type { Point } from '../feed/annotation.ts';

/** Pins nearer than this, in pixels each way, would cover one another. */
const REACH = 24;

/** Groups what lies close together around the first of each group; in the order given. */
export function clustersOf<T extends { readonly point: Point }>(marks: readonly T[]): [T, ...T[]][] {
  const groups: [T, ...T[]][] = [];
  for (const mark of marks) {
    const { x, y } = mark.point;
    const near = groups.find(([{ point }]) => Math.abs(point.x - x) < REACH && Math.abs(point.y - y) < REACH);
    if (near) near.push(mark);
    else groups.push([mark]);
  }
  return groups;
}
