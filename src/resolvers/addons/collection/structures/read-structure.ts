import { badInput } from '../../../../errors.ts';
import { isJsonObject, type JsonObject, jsonProblem } from '../../../platform/input/json-object.ts';
import { LIMITS } from '../../../platform/input/limits.ts';
import { wholeCharacters } from '../../../text/whole-characters.ts';
import { NO_TIME, readTime } from '../read-event.ts';
import type { SentStructure, StructureChanges, StructureElement } from './page-structure.ts';

const MAX_TITLE = 1_024;
const MAX_ITEMS = 5_000;
/** Of a tag, a step of a path, or a ref. */
const MAX_NAME = 100;
/** Characters of an element's text; what is longer is cut. */
const MAX_TEXT = 100;
/** Of one set of computed styles, as JSON. */
const MAX_STYLE = 2_048;

type Places = Pick<StructureChanges, 'removed' | 'moved' | 'order'>;

/** @throws BAD_USER_INPUT that names the first member that does not fit */
export function readStructure(given: object): SentStructure {
  const snapshot = given as JsonObject;
  const problem = jsonProblem(snapshot, LIMITS.snapshotBytes);
  if (problem) throw wrong('', problem);
  const at = timeOf(snapshot.timestamp, 'timestamp');
  const elements = readElements(snapshot.elements);
  const title = textOf(snapshot.title, 'title');
  const styles = snapshot.styles === undefined ? undefined : readStyles(snapshot.styles);
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
    if (!isName(element.tag)) throw wrong(`${at}.tag`, NO_NAME);
    if (element.step != null && !isName(element.step)) throw wrong(`${at}.step`, NO_NAME);
    if (element.ref != null && !isRef(element.ref)) throw wrong(`${at}.ref`, NO_REF);
    if (element.parent != null && !isRef(element.parent)) throw wrong(`${at}.parent`, NO_REF);
    if (element.box !== undefined && !isBox(element.box)) {
      throw wrong(`${at}.box`, 'must list x, y, width and height; sizes must not be negative');
    }
  });
  return (elements as StructureElement[]).map((element) =>
    typeof element.text === 'string' ? { ...element, text: wholeCharacters(element.text, MAX_TEXT) } : element,
  );
}

function readStyles(given: unknown): unknown[] {
  const styles = listOf(given, 'styles');
  styles.forEach((style, index) => {
    if (!isJsonObject(style) || JSON.stringify(style).length > MAX_STYLE) {
      throw wrong(`styles.${index}`, `must be a JSON object of at most ${MAX_STYLE} characters`);
    }
  });
  return styles;
}

function readPlaces({ removed = [], moved = [], order = [] }: JsonObject): Places {
  const places = {
    removed: listOf(removed, 'removed', LIMITS.snapshotElements),
    moved: listOf(moved, 'moved', LIMITS.snapshotElements),
    order: listOf(order, 'order', LIMITS.snapshotElements),
  };
  places.removed.forEach((ref, index) => {
    if (!isRef(ref)) throw wrong(`removed.${index}`, NO_REF);
  });
  places.moved.forEach((item, index) => {
    if (!Array.isArray(item) || !isRef(item[0]) || !isName(item[1]) || !isBox(item[2])) {
      throw wrong(`moved.${index}`, 'must list ref, step and box');
    }
  });
  let refs = 0;
  places.order.forEach((item, index) => {
    if (!Array.isArray(item) || !isRef(item[0]) || !Array.isArray(item[1]) || !item[1].every(isRef))
      throw wrong(`order.${index}`, 'must list a ref and a list of refs');
    refs += item[1].length;
  });
  if (refs > LIMITS.snapshotElements)
    throw wrong('order', `must list at most ${LIMITS.snapshotElements} children in all`);
  return places as Places;
}

function readViewport(given: unknown): { width: number; height: number } {
  if (!isJsonObject(given)) throw wrong('viewport', 'must be a JSON object with width and height');
  const [width, height] = [numberOf(given.width, 'viewport.width'), numberOf(given.height, 'viewport.height')];
  if (width < 0 || height < 0) throw wrong('viewport', 'must not have a negative size');
  return { width, height };
}

const NO_NAME = `must be a string of 1 to ${MAX_NAME} characters without white space and slashes`;
const NO_REF = `must be a number or a string of at most ${MAX_NAME} characters`;

const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME && !/[\s/]/.test(value);

const isRef = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_NAME);

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
  return wholeCharacters(value ?? '', MAX_TITLE);
}

function listOf(value: unknown, name: string, max = MAX_ITEMS): unknown[] {
  if (!Array.isArray(value)) throw wrong(name, 'must be a list');
  if (value.length > max) throw wrong(name, `must list at most ${max} items`);
  return value;
}

const wrong = (name: string, problem: string) => badInput(`snapshot${name && '.'}${name}: ${problem}`);
