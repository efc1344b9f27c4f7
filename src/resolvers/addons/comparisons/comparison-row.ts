import type { Comparison } from '../../../generated/prisma/client.ts';
import type { NamedRegion } from '../../../infrastructure/comparison/elements/name-regions.ts';
import type { Shift } from '../../../infrastructure/comparison/pixels/compare-images.ts';

/** A stored comparison with its JSON columns parsed. */
export interface ComparisonRow
  extends Pick<Comparison, 'id' | 'baselineId' | 'comparisonId' | 'width' | 'height' | 'createdAt'> {
  diffPixels: number;
  regions: NamedRegion[];
  shifts: Shift[];
  /** Null if the browser of either snapshot is unknown. */
  browsersDiffer: boolean | null;
  /** Null if it is unknown for either snapshot. */
  isComplete: boolean | null;
}

const BOTH = `FROM snapshots baseline, snapshots comparison
    WHERE baseline.id = c.baseline_id AND comparison.id = c.comparison_id`;

/** Select list for `FROM comparisons c`. pg returns bigint as string. */
export const COMPARISON_COLUMNS = `c.id, c.baseline_id AS "baselineId", c.comparison_id AS "comparisonId", c.width, c.height,
  c.diff_pixels AS "diffPixels", c.regions, c.shifts, c.created_at AS "createdAt",
  (SELECT baseline.browser <> comparison.browser ${BOTH}) AS "browsersDiffer",
  (SELECT baseline.pending_requests + comparison.pending_requests = 0 ${BOTH}) AS "isComplete"`;

/** A row of `COMPARISON_COLUMNS`. */
export type StoredComparison = Omit<ComparisonRow, 'diffPixels' | 'regions' | 'shifts'> &
  Record<'diffPixels' | 'regions' | 'shifts', string>;

export const readComparison = (row: StoredComparison): ComparisonRow => ({
  ...row,
  diffPixels: Number(row.diffPixels),
  regions: JSON.parse(row.regions) as NamedRegion[],
  shifts: JSON.parse(row.shifts) as Shift[],
});
