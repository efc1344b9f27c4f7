import { assertWithin, type Bounds } from '../input/bounds.ts';

/** Bounds of `page`. */
export const PAGE_NUMBERS = { minimum: 1, maximum: 1_000_000, default: 1 } satisfies Bounds;
/** Bounds of `limit`. */
export const PAGE_SIZES = { minimum: 1, maximum: 100, default: 20 } satisfies Bounds;

/** Requested page of a list under /v1: from 1, newest first. */
export interface NumberedPageArgs {
  page?: number | null;
  limit?: number | null;
}

/** Items of a page, with its position in the list. */
export interface NumberedPage<T> {
  data: T[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

/**
 * Reads one numbered page.
 *
 * @param read returns the items of a range and the total
 * @throws BAD_USER_INPUT naming every number out of bounds
 */
export async function numberedPage<T>(
  args: NumberedPageArgs,
  read: (range: { limit: number; offset: number }) => Promise<{ items: T[]; total: number }>,
): Promise<NumberedPage<T>> {
  const page = args.page ?? PAGE_NUMBERS.default;
  const limit = args.limit ?? PAGE_SIZES.default;
  assertWithin({ page: [page, PAGE_NUMBERS], limit: [limit, PAGE_SIZES] });
  const { items, total } = await read({ limit, offset: (page - 1) * limit });
  return { data: items, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}
