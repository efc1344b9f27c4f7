export const PAGE_ORDERS = ['path', 'open', 'orphaned', 'newest'] as const;
export type PageOrder = (typeof PAGE_ORDERS)[number];

/** State of the list of pages in the address. */
export interface PagesSearch {
  /** Text that paths contain. */
  q?: string;
  /** Default: path. */
  sort?: PageOrder;
  /** Id. */
  environment?: string;
}

const HEATS = ['points', 'elements'] as const;
/** Parts of a heat map: clicked positions, or clicked elements. */
export type Heat = (typeof HEATS)[number];

/** State of a page view in the address. Without environment and width: the newest capture. */
export interface PageViewSearch {
  /** Address of the page in any environment. */
  url: string;
  /** Id of the environment; `none` for captures of no environment. */
  environment?: string;
  /** Width of the viewport, CSS pixels. */
  width?: number;
  /** Id of a capture that is not the latest one. */
  snapshot?: string;
  heat?: Heat;
  /** Whether resolved comments are shown, too. */
  resolved?: true;
  /** Whether a CSS pixel of the picture is one of the screen. */
  zoom?: true;
}

interface ShownCapture {
  id: unknown;
  url: string;
  environmentId: string | null;
  viewport: { width: number };
}

/** Environment of a capture in the address. */
export const environmentKey = ({ environmentId }: Pick<ShownCapture, 'environmentId'>): string =>
  environmentId ?? 'none';

/** State of a page view that shows a capture. */
export const searchOf = (capture: ShownCapture): PageViewSearch => ({
  url: capture.url,
  environment: environmentKey(capture),
  width: capture.viewport.width,
  snapshot: String(capture.id),
});

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Reads the state of the list of pages from the search parameters; drops unknown values. */
export function pagesSearch(search: Record<string, unknown>): PagesSearch {
  const [q, environment] = [textOf(search.q), textOf(search.environment)];
  const sort = PAGE_ORDERS.find((known) => known === search.sort);
  return { ...(q && { q }), ...(sort && { sort }), ...(environment && { environment }) };
}

/** Reads the state of a page view from the search parameters; drops unknown values. */
export function pageViewSearch(search: Record<string, unknown>): PageViewSearch {
  const [environment, snapshot] = [textOf(search.environment), textOf(search.snapshot)];
  const width = Number(search.width);
  const heat = HEATS.find((known) => known === search.heat);
  return {
    url: textOf(search.url),
    ...(environment && { environment }),
    ...(Number.isInteger(width) && width > 0 && { width }),
    ...(snapshot && { snapshot }),
    ...(heat && { heat }),
    ...(search.resolved === true && { resolved: true }),
    ...(search.zoom === true && { zoom: true }),
  };
}
