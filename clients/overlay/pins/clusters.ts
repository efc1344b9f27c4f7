import type { Point } from '../page/geometry.ts';

/** Pins closer than this in both directions would overlap, pixels. */
const CLUSTER_DISTANCE = 24;

/** Groups pins around the first pin of each group; keeps the order. */
export function clusterPins<T extends { readonly point: Point }>(pins: readonly T[]): [T, ...T[]][] {
  const clusters: [T, ...T[]][] = [];
  for (const pin of pins) {
    const { x, y } = pin.point;
    const cluster = clusters.find(
      ([{ point }]) => Math.abs(point.x - x) < CLUSTER_DISTANCE && Math.abs(point.y - y) < CLUSTER_DISTANCE,
    );
    if (cluster) cluster.push(pin);
    else clusters.push([pin]);
  }
  return clusters;
}
