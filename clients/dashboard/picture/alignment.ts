/** Rows of a picture that stand together on the canvas of a comparison. */
export interface Segment {
  /** First row on the canvas. */
  top: number;
  /** First row in the picture. */
  from: number;
  rows: number;
}

/**
 * Places the rows of a picture on the canvas, with a gap where only the other picture has rows.
 *
 * @param height rows of the picture
 * @param gaps in rows of the canvas, from the top
 */
export function segmentsOf(height: number, gaps: readonly { y: number; rows: number }[]): Segment[] {
  const segments: Segment[] = [];
  let [top, from] = [0, 0];
  for (const gap of gaps) {
    const rows = Math.min(gap.y - top, height - from);
    if (rows > 0) segments.push({ top, from, rows });
    from += Math.max(0, rows);
    top = gap.y + gap.rows;
  }
  if (from < height) segments.push({ top, from, rows: height - from });
  return segments;
}
