export const SNAPSHOT_STATUSES = ['completed', 'processing', 'failed'] as const;
type SnapshotStatusFilter = (typeof SNAPSHOT_STATUSES)[number];

/** Filters of the list of snapshots in the address. */
export interface SnapshotSearch {
  /** Address of one page. */
  page?: string;
  /** Id. */
  environment?: string;
  /** Width of the viewport, CSS pixels. */
  width?: number;
  state?: SnapshotStatusFilter;
}

/** Widths of viewports that the service takes, CSS pixels. */
const WIDTHS = { least: 16, most: 7_680 };

/** Reads the filters from the search parameters; drops invalid values. */
export function snapshotSearch(search: Record<string, unknown>): SnapshotSearch {
  const { page, environment, width } = search;
  const state = SNAPSHOT_STATUSES.find((known) => known === search.state);
  const isWidth = Number.isInteger(width) && Number(width) >= WIDTHS.least && Number(width) <= WIDTHS.most;
  return {
    ...(typeof page === 'string' && page && { page }),
    ...(typeof environment === 'string' && environment && { environment }),
    ...(isWidth && { width: Number(width) }),
    ...(state && { state }),
  };
}
