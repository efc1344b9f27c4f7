import { badField } from '../../../../errors.ts';
import { isJsonObject, type JsonObject, jsonProblem } from '../../../platform/input/json-object.ts';
import { LIMITS } from '../../../platform/input/limits.ts';
import { truncateText } from '../../../platform/text/plain-text.ts';
import { INVALID_TIME, readTime } from '../read-event.ts';
import type { SentStructure, StructureChanges, StructureElement } from './page-structure.ts';

const MAX_TITLE = 1_024;
const MAX_ITEMS = 5_000;
/** Longest tag, XPath step or ref, characters. */
const MAX_NAME = 100;
/** Longest text of an element, characters; longer ones are truncated. */
const MAX_TEXT = 100;
/** Longest JSON of one set of computed styles, characters. */
const MAX_STYLE = 2_048;

type Moves = Pick<StructureChanges, 'removed' | 'moved' | 'order'>;

/**
 * Validates a page structure or its changes.
 *
 * @throws BAD_USER_INPUT, naming the first invalid member
 */
export function readStructure(sent: object): SentStructure {
  const snapshot = sent as JsonObject;
  const problem = jsonProblem(snapshot, LIMITS.snapshotBytes);
  if (problem) throw invalid('', problem);
  const at = timeOf(snapshot.timestamp, 'timestamp');
  const elements = readElements(snapshot.elements);
  const title = textOf(snapshot.title, 'title');
  const styles = snapshot.styles === undefined ? undefined : readStyles(snapshot.styles);
  if (snapshot.base !== undefined) {
    const base = timeOf(snapshot.base, 'base');
    return { at, changes: { base, title, elements, styles, ...readMoves(snapshot) } };
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

function readElements(sent: unknown): StructureElement[] {
  const elements = listOf(sent, 'elements', LIMITS.snapshotElements);
  elements.forEach((element, index) => {
    const at = `elements.${index}`;
    if (!isJsonObject(element)) throw invalid(at, 'must be a JSON object');
    if (!isName(element.tag)) throw invalid(`${at}.tag`, INVALID_NAME);
    if (element.step != null && !isName(element.step)) throw invalid(`${at}.step`, INVALID_NAME);
    if (element.ref != null && !isRef(element.ref)) throw invalid(`${at}.ref`, INVALID_REF);
    if (element.parent != null && !isRef(element.parent)) throw invalid(`${at}.parent`, INVALID_REF);
    if (element.box !== undefined && !isBox(element.box)) {
      throw invalid(`${at}.box`, 'must list x, y, width and height; sizes must not be negative');
    }
  });
  return (elements as StructureElement[]).map((element) =>
    typeof element.text === 'string' ? { ...element, text: truncateText(element.text, MAX_TEXT) } : element,
  );
}

function readStyles(sent: unknown): unknown[] {
  const styles = listOf(sent, 'styles');
  styles.forEach((style, index) => {
    if (!isJsonObject(style) || JSON.stringify(style).length > MAX_STYLE) {
      throw invalid(`styles.${index}`, `must be a JSON object of at most ${MAX_STYLE} characters`);
    }
  });
  return styles;
}

function readMoves({ removed = [], moved = [], order = [] }: JsonObject): Moves {
  const places = {
    removed: listOf(removed, 'removed', LIMITS.snapshotElements),
    moved: listOf(moved, 'moved', LIMITS.snapshotElements),
    order: listOf(order, 'order', LIMITS.snapshotElements),
  };
  places.removed.forEach((ref, index) => {
    if (!isRef(ref)) throw invalid(`removed.${index}`, INVALID_REF);
  });
  places.moved.forEach((item, index) => {
    if (!Array.isArray(item) || !isRef(item[0]) || !isName(item[1]) || !isBox(item[2])) {
      throw invalid(`moved.${index}`, 'must list ref, step and box');
    }
  });
  let refs = 0;
  places.order.forEach((item, index) => {
    if (!Array.isArray(item) || !isRef(item[0]) || !Array.isArray(item[1]) || !item[1].every(isRef))
      throw invalid(`order.${index}`, 'must list a ref and a list of refs');
    refs += item[1].length;
  });
  if (refs > LIMITS.snapshotElements)
    throw invalid('order', `must list at most ${LIMITS.snapshotElements} children in all`);
  return places as Moves;
}

function readViewport(sent: unknown): { width: number; height: number } {
  if (!isJsonObject(sent)) throw invalid('viewport', 'must be a JSON object with width and height');
  const [width, height] = [numberOf(sent.width, 'viewport.width'), numberOf(sent.height, 'viewport.height')];
  if (width < 0 || height < 0) throw invalid('viewport', 'must not have a negative size');
  return { width, height };
}

const INVALID_NAME = `must be a string of 1 to ${MAX_NAME} characters without white space and slashes`;
const INVALID_REF = `must be a number or a string of at most ${MAX_NAME} characters`;

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
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(name, 'must be a number');
  return value;
}

function timeOf(value: unknown, name: string): number {
  const time = readTime(value);
  if (time === undefined) throw invalid(name, INVALID_TIME);
  return time;
}

function textOf(value: unknown, name: string): string {
  if (value !== undefined && typeof value !== 'string') throw invalid(name, 'must be a string');
  return truncateText(value ?? '', MAX_TITLE);
}

function listOf(value: unknown, name: string, max = MAX_ITEMS): unknown[] {
  if (!Array.isArray(value)) throw invalid(name, 'must be a list');
  if (value.length > max) throw invalid(name, `must list at most ${max} items`);
  return value;
}

const invalid = (name: string, problem: string) => badField(`snapshot${name && '.'}${name}`, problem);
