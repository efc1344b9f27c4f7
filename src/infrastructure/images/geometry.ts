/** Rectangle. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the intersection of two boxes, or undefined. */
export function intersection(a: Box, b: Box): Box | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Returns the parts of a box outside of a hole: above and below at full width, then beside it. */
export function subtract(box: Box, hole: Box): Box[] {
  const inside = intersection(box, hole);
  if (!inside) return [box];
  const [right, bottom] = [inside.x + inside.width, inside.y + inside.height];
  return [
    { ...box, height: inside.y - box.y },
    { ...box, y: bottom, height: box.y + box.height - bottom },
    { ...inside, x: box.x, width: inside.x - box.x },
    { ...inside, x: right, width: box.x + box.width - right },
  ].filter(({ width, height }) => width > 0 && height > 0);
}

/** Returns the smallest box that contains both. */
export function boundingBox(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

export const contains = (outer: Box, { x, y, width, height }: Box): boolean =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height;

/** Returns the smallest box of whole pixels that contains `box`. */
export function toWholePixels({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

export const scaledBox = ({ x, y, width, height }: Box, factor: number): Box => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

export const area = ({ width, height }: Pick<Box, 'width' | 'height'>): number => width * height;

/** Counts the pixels of `frame` that lie in at least one of the boxes. */
export function coveredArea(frame: Box, boxes: readonly Box[]): number {
  const inside = boxes.flatMap((box) => intersection(frame, box) ?? []);
  const edges = [...new Set(inside.flatMap(({ y, height }) => [y, y + height]))].sort((a, b) => a - b);
  const byLeft = inside.sort((a, b) => a.x - b.x);
  let covered = 0;
  for (const [index, top] of edges.slice(0, -1).entries()) {
    const rows = (edges[index + 1] ?? top) - top;
    let right = Number.NEGATIVE_INFINITY;
    for (const box of byLeft) {
      if (box.y > top || box.y + box.height <= top) continue;
      const end = box.x + box.width;
      covered += Math.max(0, end - Math.max(right, box.x)) * rows;
      right = Math.max(right, end);
    }
  }
  return covered;
}
