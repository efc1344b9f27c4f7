import { badInput } from '../errors.ts';

const DEFAULT_SIZE = 20;
const MAX_SIZE = 100;

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
 * @throws BAD_USER_INPUT for numbers out of bounds
 */
export async function numberedPage<T>(
  args: NumberedPageArgs,
  read: (stretch: { limit: number; offset: number }) => Promise<{ items: T[]; total: number }>,
): Promise<NumberedPage<T>> {
  const page = within('page', args.page ?? 1, 1_000_000);
  const limit = within('limit', args.limit ?? DEFAULT_SIZE, MAX_SIZE);
  const { items, total } = await read({ limit, offset: (page - 1) * limit });
  return { data: items, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}

function within(name: string, value: number, max: number): number {
  if (value < 1 || value > max) throw badInput(`${name}: must be from 1 to ${max}`);
  return value;
}
