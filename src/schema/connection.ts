import { badField } from '../errors.ts';
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

/** Cursors of a list whose items are of type `T`, each at a position `P`. */
export interface Cursors<T, P> {
  encode(item: T): string;
  /** @throws BAD_USER_INPUT for a cursor of another list */
  decode(cursor: string, argument: string): P;
}

/** Cursors of the lists that are ordered by creation. */
const BY_CREATION: Cursors<Position, Position> = { encode: encodeCursor, decode: decodeCursor };

/** Requested range of a list whose positions are of type `P`. */
interface Range<P> {
  limit: number;
  fromEnd: boolean;
  after?: P;
  before?: P;
}

/**
 * Reads one page of a list that is ordered by creation, and returns it as a Relay connection.
 *
 * @throws the errors of `resolveOrderedConnection`
 */
export const resolveConnection = <T extends Position>(
  args: ConnectionArgs,
  list: (page: Page) => Promise<PageRows<T>>,
) => resolveOrderedConnection<T, Position>(args, list, BY_CREATION);

/**
 * Reads one page and returns it as a Relay connection.
 *
 * @throws BAD_USER_INPUT for sizes out of bounds and cursors of other lists
 */
export async function resolveOrderedConnection<T, P>(
  args: ConnectionArgs,
  list: (page: Range<P>) => Promise<PageRows<T>>,
  cursors: Cursors<T, P>,
) {
  const fromEnd = args.last != null;
  const page: Range<P> = { limit: readPageSize(args), fromEnd };
  if (args.after != null) page.after = cursors.decode(args.after, 'after');
  if (args.before != null) page.before = cursors.decode(args.before, 'before');
  const { rows, hasMore } = await list(page);
  const first = rows[0];
  const last = rows[rows.length - 1];
  return {
    edges: rows.map((node) => new Edge(node, cursors)),
    pageInfo: {
      hasNextPage: fromEnd ? args.before != null : hasMore,
      hasPreviousPage: fromEnd ? hasMore : args.after != null,
      startCursor: first ? cursors.encode(first) : null,
      endCursor: last ? cursors.encode(last) : null,
    },
  };
}

/** Edge whose cursor is created on access. */
class Edge<T> {
  constructor(
    readonly node: T,
    private readonly cursors: Pick<Cursors<T, unknown>, 'encode'>,
  ) {}

  get cursor(): string {
    return this.cursors.encode(this.node);
  }
}

function readPageSize({ first, last }: ConnectionArgs): number {
  if (first != null && last != null) throw badField('first', 'must not be given together with last');
  const [name, size] = last != null ? ['last', last] : ['first', first ?? DEFAULT_PAGE_SIZE];
  assertWithin({ [name]: [size, LAST_BOUNDS] });
  return size;
}
