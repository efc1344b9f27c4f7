import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../platform/input/json-object.ts';

/** An element of a page, as the embed script describes it. Members beyond these are kept as they came. */
export interface StructureElement extends JsonObject {
  /** Its name within one visit of the page: a number or a short text. */
  ref?: unknown;
  /** `ref` of the element that it stands in. */
  parent?: unknown;
  tag: string;
  /** Its step of an XPath: `li[3]`. Without one, its tag is. */
  step?: unknown;
  /** x, y, width, height: CSS pixels from the page's top left corner. */
  box?: unknown;
}

/** A page at one moment, without the moment. */
export interface PageStructure {
  title: string;
  elements: StructureElement[];
  /** What the elements' `style` counts into. */
  styles?: unknown[];
  assets: unknown[];
  fonts: unknown[];
  viewport: { width: number; height: number };
}

/** What is different from the whole structure that was sent at `base`. */
export interface StructureChanges {
  base: number;
  title?: string;
  elements: StructureElement[];
  removed: unknown[];
  /** Elements that are as they were, but elsewhere: ref, step and box. */
  moved?: [ref: unknown, step: unknown, box: unknown][];
  /** Refs of elements, each with those of its children in their order. */
  order?: [parent: unknown, children: unknown[]][];
  styles?: unknown[];
}

/** A structure, or what changed in one, and when by the visitor's clock, milliseconds. */
export type SentStructure = { at: number } & ({ whole: PageStructure } | { changes: StructureChanges });

/** Its JSON, the members always in one order. */
export const contentOf = ({ title, elements, styles, assets, fonts, viewport }: PageStructure): string =>
  JSON.stringify({ title, elements, styles, assets, fonts, viewport });

export const structureHash = (content: string): string => createHash('sha256').update(content).digest('hex');
