import { createHash } from 'node:crypto';
import { badInput } from '../../errors.ts';
import { isJsonObject, type JsonObject, jsonProblem, LIMITS } from '../input.ts';
import { NO_TIME, readTime } from './read-event.ts';

/** An element of a page, as the embed script describes it. Members beyond these are kept as they came. */
export interface StructureElement extends JsonObject {
  /** Its name within one visit of the page. */
  ref?: unknown;
  /** `ref` of the element that it stands in. */
  parent?: unknown;
  tag: string;
  /** Its step of an XPath: `li[3]`. */
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

const MAX_TITLE = 1_024;
const MAX_ITEMS = 5_000;

type Places = Pick<StructureChanges, 'removed' | 'moved' | 'order'>;

/** @throws BAD_USER_INPUT that names the first member that does not fit */
export function readStructure(given: object): SentStructure {
  const snapshot = given as JsonObject;
  const problem = jsonProblem(snapshot, LIMITS.snapshotBytes);
  if (problem) throw wrong('', problem);
  const at = timeOf(snapshot.timestamp, 'timestamp');
  const elements = readElements(snapshot.elements);
  const title = textOf(snapshot.title, 'title');
  const styles = snapshot.styles === undefined ? undefined : listOf(snapshot.styles, 'styles');
  if (snapshot.base !== undefined) {
    const base = timeOf(snapshot.base, 'base');
    return { at, changes: { base, title, elements, styles, ...readPlaces(snapshot) } };
  }
  const whole = {
    title,
    elements,
    styles,
    assets: listOf(snapshot.assets ?? [], 'assets'),
    fonts: listOf(snapshot.fonts ?? [], 'fonts'),
    viewport: readViewport(snapshot.viewport),
  };
  return { at, whole };
}

function readElements(given: unknown): StructureElement[] {
  const elements = listOf(given, 'elements', LIMITS.snapshotElements);
  elements.forEach((element, index) => {
    const at = `elements.${index}`;
    if (!isJsonObject(element)) throw wrong(at, 'must be a JSON object');
    if (typeof element.tag !== 'string') throw wrong(`${at}.tag`, 'must be a string');
    if (element.box !== undefined && !isBox(element.box)) {
      throw wrong(`${at}.box`, 'must list x, y, width and height; sizes must not be negative');
    }
  });
  return elements as StructureElement[];
}

function readPlaces({ removed = [], moved = [], order = [] }: JsonObject): Places {
  const places = {
    removed: listOf(removed, 'removed', LIMITS.snapshotElements),
    moved: listOf(moved, 'moved', LIMITS.snapshotElements),
    order: listOf(order, 'order', LIMITS.snapshotElements),
  };
  places.moved.forEach((item, index) => {
    if (!Array.isArray(item) || typeof item[1] !== 'string' || !isBox(item[2])) {
      throw wrong(`moved.${index}`, 'must list ref, step and box');
    }
  });
  places.order.forEach((item, index) => {
    if (!Array.isArray(item) || !Array.isArray(item[1]))
      throw wrong(`order.${index}`, 'must list a ref and a list of refs');
  });
  return places as Places;
}

function readViewport(given: unknown): { width: number; height: number } {
  if (!isJsonObject(given)) throw wrong('viewport', 'must be a JSON object with width and height');
  const [width, height] = [numberOf(given.width, 'viewport.width'), numberOf(given.height, 'viewport.height')];
  if (width < 0 || height < 0) throw wrong('viewport', 'must not have a negative size');
  return { width, height };
}

const isBox = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 4 &&
  value.every((part) => typeof part === 'number' && Math.abs(part) <= LIMITS.coordinate) &&
  value[2] >= 0 &&
  value[3] >= 0;

function numberOf(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name, 'must be a number');
  return value;
}

function timeOf(value: unknown, name: string): number {
  const time = readTime(value);
  if (time === undefined) throw wrong(name, NO_TIME);
  return time;
}

function textOf(value: unknown, name: string): string {
  if (value !== undefined && typeof value !== 'string') throw wrong(name, 'must be a string');
  return (value ?? '').slice(0, MAX_TITLE);
}

function listOf(value: unknown, name: string, max = MAX_ITEMS): unknown[] {
  if (!Array.isArray(value)) throw wrong(name, 'must be a list');
  if (value.length > max) throw wrong(name, `must list at most ${max} items`);
  return value;
}

const wrong = (name: string, problem: string) => badInput(`snapshot${name && '.'}${name}: ${problem}`);

/** Its JSON, the members always in one order. */
export const contentOf = ({ title, elements, styles, assets, fonts, viewport }: PageStructure): string =>
  JSON.stringify({ title, elements, styles, assets, fonts, viewport });

export const structureHash = (content: string): string => createHash('sha256').update(content).digest('hex');
