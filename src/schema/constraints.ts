import type { DocumentNode } from 'graphql';
import type { Bounds } from '../resolvers/platform/input/bounds.ts';

export const spaced = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');

/**
 * Creates options of a bounded number argument, for OpenAPI and for its description.
 *
 *     limit: t.arg.int(bounded('Items of a page', PAGE_SIZES))
 *     // "Items of a page, 1–100. Default: 20."
 */
export const bounded = (description: string, bounds: Bounds) => ({
  description: [
    `${description}, ${spaced(bounds.minimum)}–${spaced(bounds.maximum)}.`,
    ...(bounds.default === undefined ? [] : [`Default: ${spaced(bounds.default)}.`]),
  ].join(' '),
  extensions: { bounds },
});

/** Returns the bounds of an argument that was defined with `bounded`. */
export const boundsOf = ({ extensions }: { extensions?: unknown }): Bounds | undefined =>
  (extensions as { bounds?: Bounds } | undefined)?.bounds;

/**
 * Creates `extensions` for texts with fixed values that cannot be enum names, such as those with a
 * dot.
 */
export const oneOf = (values: readonly string[]) => ({ values });

/** Returns the values of a field or argument that was defined with `oneOf`. */
export const valuesOf = ({ extensions }: { extensions?: unknown }): readonly string[] | undefined =>
  (extensions as { values?: readonly string[] } | undefined)?.values;

/** Creates `extensions` with the maximum length of a list without pages, for a document's cost. */
export const maxItems = (max: number) => ({ maxItems: max });

/** Returns the maximum length of a list that was defined with `maxItems`. */
export const maxItemsOf = ({ extensions }: { extensions?: unknown }): number | undefined =>
  (extensions as { maxItems?: number } | undefined)?.maxItems;

/**
 * Creates `extensions` of a field whose resolver executes a document, which starts at a root field
 * of the schema. The field costs what the document costs, and depends on the client as its fields.
 */
export const executes = (document: DocumentNode) => ({ executes: document });

/** Returns the document of a field that was defined with `executes`. */
export const innerDocumentOf = ({ extensions }: { extensions?: unknown }): DocumentNode | undefined =>
  (extensions as { executes?: DocumentNode } | undefined)?.executes;
