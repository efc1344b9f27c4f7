import type { Bounds } from '../resolvers/platform/input/bounds.ts';

const spaced = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');

/**
 * Options of an argument for a number that has bounds: OpenAPI gets them from here, people from the description.
 *
 *     limit: t.arg.int(bounded('Items of a page', PAGE_SIZES))   // "Items of a page, 1–100. Default: 20."
 */
export const bounded = (what: string, bounds: Bounds) => ({
  description: [
    `${what}, ${spaced(bounds.minimum)}–${spaced(bounds.maximum)}.`,
    ...(bounds.default === undefined ? [] : [`Default: ${spaced(bounds.default)}.`]),
  ].join(' '),
  extensions: { bounds },
});

/** What `bounded` has put on an argument. */
export const boundsOf = ({ extensions }: { extensions?: unknown }): Bounds | undefined =>
  (extensions as { bounds?: Bounds } | undefined)?.bounds;

/** The option `extensions` of texts that are one of few which GraphQL cannot name as an enum, such as those with a dot. */
export const oneOf = (values: readonly string[]) => ({ values });

/** What `oneOf` has put on a field or an argument. */
export const valuesOf = ({ extensions }: { extensions?: unknown }): readonly string[] | undefined =>
  (extensions as { values?: readonly string[] } | undefined)?.values;

/** The option `extensions` of a list without pages that never has more items: a document's cost is counted by it. */
export const atMost = (mostItems: number) => ({ mostItems });

/** What `atMost` has put on a field. */
export const mostItemsOf = ({ extensions }: { extensions?: unknown }): number | undefined =>
  (extensions as { mostItems?: number } | undefined)?.mostItems;
