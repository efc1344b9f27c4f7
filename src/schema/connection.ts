import { badInput } from '../errors.ts';
import { assertWithin, type Bounds } from '../resolvers/platform/input/bounds.ts';
import {
  decodeCursor,
  encodeCursor,
  type Page,
  type PageRows,
  type Position,
} from '../resolvers/platform/pagination/cursor-page.ts';

/** Items of a page that is asked for without `first` or `last`. */
export const DEFAULT_PAGE = 100;
/** More are refused. */
export const MAX_PAGE = 500;
/** Of `last`. */
export const LAST_SIZES = { minimum: 1, maximum: MAX_PAGE } satisfies Bounds;
/** Of `first`. */
export const FIRST_SIZES = { ...LAST_SIZES, default: DEFAULT_PAGE } satisfies Bounds;

/**
 * How the types of a list are called, and what they say, for `t.connection`.
 * @param node the name of what it lists
 * @param many what a page has, in words: `annotations`
 * @param one what an edge has: `An annotation`
 */
export const connectionNames = (node: string, many: string, one: string) =>
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
 * Reads one page and puts it into the shape of a Relay connection.
 * @throws BAD_USER_INPUT for sizes out of bounds and foreign cursors
 */
export async function connectionOf<T extends Position>(
  args: ConnectionArgs,
  list: (page: Page) => Promise<PageRows<T>>,
) {
  const fromEnd = args.last != null;
  const page: Page = { limit: sizeOf(args), fromEnd };
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

/** Its cursor is made when somebody asks for it. */
class Edge<T extends Position> {
  constructor(readonly node: T) {}

  get cursor(): string {
    return encodeCursor(this.node);
  }
}

function sizeOf({ first, last }: ConnectionArgs): number {
  if (first != null && last != null) throw badInput('first: must not be given together with last');
  const [name, size] = last != null ? ['last', last] : ['first', first ?? DEFAULT_PAGE];
  assertWithin({ [name]: [size, LAST_SIZES] });
  return size;
}
