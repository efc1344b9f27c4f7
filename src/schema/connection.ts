import { badInput } from '../errors.ts';
import { assertWithin, type Bounds } from '../resolvers/platform/input/bounds.ts';
import {
  decodeCursor,
  encodeCursor,
  type Page,
  type PageRows,
  type Position,
} from '../resolvers/platform/pagination/cursor-page.ts';

/** Items of a page without `first` or `last`. */
export const DEFAULT_PAGE_SIZE = 100;
/** Maximum items of a page. */
export const MAX_PAGE_SIZE = 500;
/** Bounds of `last`. */
export const LAST_BOUNDS = { minimum: 1, maximum: MAX_PAGE_SIZE } satisfies Bounds;
/** Bounds of `first`. */
export const FIRST_BOUNDS = { ...LAST_BOUNDS, default: DEFAULT_PAGE_SIZE } satisfies Bounds;

/**
 * Returns names and descriptions of a list's types, for `t.connection`.
 *
 * @param node name of the listed type
 * @param many items of a page: `annotations`
 * @param one item of an edge: `An annotation`
 */
export const connectionTypes = (node: string, many: string, one: string) =>
  [
    { name: `${node}Connection`, description: `A page of ${many}.` },
    { name: `${node}Edge`, description: `${one} in a list.` },
  ] as const;

interface ConnectionArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/**
 * Reads one page and returns it as a Relay connection.
 *
 * @throws BAD_USER_INPUT for sizes out of bounds and cursors of other lists
 */
export async function resolveConnection<T extends Position>(
  args: ConnectionArgs,
  list: (page: Page) => Promise<PageRows<T>>,
) {
  const fromEnd = args.last != null;
  const page: Page = { limit: readPageSize(args), fromEnd };
  if (args.after != null) page.after = decodeCursor(args.after, 'after');
  if (args.before != null) page.before = decodeCursor(args.before, 'before');
  const { rows, hasMore } = await list(page);
  const first = rows[0];
  const last = rows[rows.length - 1];
  return {
    edges: rows.map((node) => new Edge(node)),
    pageInfo: {
      hasNextPage: fromEnd ? args.before != null : hasMore,
      hasPreviousPage: fromEnd ? hasMore : args.after != null,
      startCursor: first ? encodeCursor(first) : null,
      endCursor: last ? encodeCursor(last) : null,
    },
  };
}

/** Edge whose cursor is created on access. */
class Edge<T extends Position> {
  constructor(readonly node: T) {}

  get cursor(): string {
    return encodeCursor(this.node);
  }
}

function readPageSize({ first, last }: ConnectionArgs): number {
  if (first != null && last != null) throw badInput('first: must not be given together with last');
  const [name, size] = last != null ? ['last', last] : ['first', first ?? DEFAULT_PAGE_SIZE];
  assertWithin({ [name]: [size, LAST_BOUNDS] });
  return size;
}
