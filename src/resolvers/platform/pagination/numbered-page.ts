import { assertWithin, type Bounds } from '../input/bounds.ts';

/** Of `page`. */
export const PAGE_NUMBERS = { minimum: 1, maximum: 1_000_000, default: 1 } satisfies Bounds;
/** Of `limit`. */
export const PAGE_SIZES = { minimum: 1, maximum: 100, default: 20 } satisfies Bounds;

/** Which page of a list under /v1 is asked for: from 1, newest first. */
export interface NumberedPageArgs {
  page?: number | null;
  limit?: number | null;
}

/** Items with where they stand in the whole. */
export interface NumberedPage<T> {
  data: T[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

/**
 * Reads one numbered page.
 * @param read gets the items of a stretch and how many there are in all
 * @throws BAD_USER_INPUT for numbers out of bounds, both if both are
 */
export async function numberedPage<T>(
  args: NumberedPageArgs,
  read: (stretch: { limit: number; offset: number }) => Promise<{ items: T[]; total: number }>,
): Promise<NumberedPage<T>> {
  const page = args.page ?? PAGE_NUMBERS.default;
  const limit = args.limit ?? PAGE_SIZES.default;
  assertWithin({ page: [page, PAGE_NUMBERS], limit: [limit, PAGE_SIZES] });
  const { items, total } = await read({ limit, offset: (page - 1) * limit });
  return { data: items, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}
