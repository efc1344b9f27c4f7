import type { Point } from './annotation.ts';

/** Pins nearer than this, in pixels each way, would cover one another. */
const REACH = 24;

/** Groups what lies close together around the first of each group; by index, in the order given. */
export function clustersOf(points: readonly Point[]): number[][] {
  const groups: { centre: Point; members: number[] }[] = [];
  points.forEach((point, index) => {
    const near = groups.find(
      ({ centre }) => Math.abs(centre.x - point.x) < REACH && Math.abs(centre.y - point.y) < REACH,
    );
    if (near) near.members.push(index);
    else groups.push({ centre: point, members: [index] });
  });
  return groups.map(({ members }) => members);
}
