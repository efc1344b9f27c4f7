import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../platform/input/json-object.ts';

/** An element of a page, as described by the embed script. Unknown members are stored as sent. */
export interface StructureElement extends JsonObject {
  /** Identifier within one visit of the page: a number or a short string. */
  ref?: unknown;
  /** `ref` of the parent element. */
  parent?: unknown;
  tag: string;
  /** XPath step such as `li[3]`; defaults to the tag. */
  step?: unknown;
  /** x, y, width, height: CSS pixels from the page's top left corner. */
  box?: unknown;
}

/** Content of a page, without a time. */
export interface PageStructure {
  title: string;
  elements: StructureElement[];
  /** Computed styles; the `style` of elements is an index into this list. */
  styles?: unknown[];
  assets: unknown[];
  fonts: unknown[];
  viewport: { width: number; height: number };
}

/** Changes since the structure that was sent at `base`. */
export interface StructureChanges {
  base: number;
  title?: string;
  elements: StructureElement[];
  removed: unknown[];
  /** Elements that only moved: ref, step and box. */
  moved?: [ref: unknown, step: unknown, box: unknown][];
  /** Refs of parents, each with the refs of its children in their order. */
  order?: [parent: unknown, children: unknown[]][];
  styles?: unknown[];
}

/** A structure or the changes of one, with its time by the visitor's clock, milliseconds. */
export type SentStructure = { at: number } & ({ whole: PageStructure } | { changes: StructureChanges });

/** JSON of a structure with its members in a fixed order. */
export const contentOf = ({ title, elements, styles, assets, fonts, viewport }: PageStructure): string =>
  JSON.stringify({ title, elements, styles, assets, fonts, viewport });

export const structureHash = (content: string): string => createHash('sha256').update(content).digest('hex');
