import { badInput } from '../../../errors.ts';
import { isJsonObject, type JsonObject, jsonProblem } from '../../platform/input/json-object.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { isEventFarOff } from './event-time.ts';

const INTERACTIONS = ['click', 'hover', 'input'] as const;

type Interaction = (typeof INTERACTIONS)[number];

/** An event as it is stored: what was sent, without members that we do not know. */
export interface StoredEvent {
  type: string;
  /** By the visitor's clock, milliseconds. */
  timestamp: number;
  elementMetadata?: JsonObject;
  position?: { x: number; y: number };
  inputType?: string;
  valueLength?: number;
  /** Its time lies a day or more from that of its batch. */
  timeIsOff?: true;
  data?: JsonObject;
}

/** Below, a Unix time is in seconds: in milliseconds it would lie in 1973. */
const SECONDS_BELOW = 100_000_000_000;
/** The year 2200: a clock may be wrong, but what lies beyond is no time. */
const END_OF_TIME = Date.UTC(2200, 0);
export const NO_TIME = 'must be a Unix time between 1970 and 2200';
const MAX_VALUE_LENGTH = 1_000_000_000;

/**
 * Events as they are stored, and their JSON.
 * @param sentAt the time of their batch, by the same clock
 * @throws BAD_USER_INPUT that begins with an event's index
 */
export function readEvents(given: object[], sentAt: number): { events: StoredEvent[]; json: string } {
  const events = given.map((event, index) => marked(readEvent(event, index), sentAt));
  const mayNest = events.some(({ elementMetadata }) => hasObjects(elementMetadata));
  // Too deep a nesting would be too much for the writing already.
  if (mayNest) events.forEach(refuseUnstorable);
  const json = JSON.stringify(events);
  // JSON escapes whatever cannot be stored, and what is short as a whole is short in every part.
  if (json.length > LIMITS.jsonBytes / 3 || json.includes('\\u')) events.forEach(refuseUnstorable);
  return { events, json };
}

const marked = (event: StoredEvent, sentAt: number): StoredEvent =>
  isEventFarOff(event.timestamp, sentAt) ? { ...event, timeIsOff: true } : event;

function refuseUnstorable(event: StoredEvent, index: number): void {
  const problem = jsonProblem(event);
  if (problem) throw badInput(`events.${index}: ${problem}`);
}

function hasObjects(metadata: JsonObject | undefined): boolean {
  for (const name in metadata) if (typeof metadata[name] === 'object') return true;
  return false;
}

function readEvent(given: object, index: number): StoredEvent {
  const event = given as JsonObject;
  const { type, elementMetadata } = event;
  if (!isInteraction(type)) throw wrong(index, `type: must be one of ${INTERACTIONS.join(', ')}`);
  const timestamp = readTime(event.timestamp);
  if (timestamp === undefined) throw wrong(index, `timestamp: ${NO_TIME}`);
  if (!isJsonObject(elementMetadata)) throw wrong(index, 'elementMetadata: must be a JSON object');
  const { selector, xpath } = elementMetadata;
  if (selector !== undefined && typeof selector !== 'string') {
    throw wrong(index, 'elementMetadata.selector: must be a string');
  }
  if (xpath !== undefined && typeof xpath !== 'string') throw wrong(index, 'elementMetadata.xpath: must be a string');
  // What was typed is never kept, whoever sends it.
  const kept = withoutValue(elementMetadata);
  if (type === 'input') return { type, timestamp, elementMetadata: kept, ...readInputMembers(event, index) };
  return { type, timestamp, elementMetadata: kept, position: readPosition(event.position, index) };
}

/** Written out only when it is needed: nearly always, nothing is wrong. */
const wrong = (index: number, problem: string) => badInput(`events.${index}.${problem}`);

function withoutValue(metadata: JsonObject): JsonObject {
  if (!('value' in metadata)) return metadata;
  const { value: _value, ...kept } = metadata;
  return kept;
}

function readInputMembers({ inputType, valueLength }: JsonObject, index: number) {
  if (typeof inputType !== 'string' || inputType.length > LIMITS.eventType) {
    throw wrong(index, `inputType: must be a string of at most ${LIMITS.eventType} characters`);
  }
  if (!Number.isInteger(valueLength) || (valueLength as number) < 0 || (valueLength as number) > MAX_VALUE_LENGTH) {
    throw wrong(index, 'valueLength: must be a whole number, 0 or more');
  }
  return { inputType, valueLength: valueLength as number };
}

function readPosition(position: unknown, index: number): { x: number; y: number } {
  if (isJsonObject(position) && isCoordinate(position.x) && isCoordinate(position.y)) {
    return { x: position.x, y: position.y };
  }
  throw wrong(index, 'position: must be a JSON object with the numbers x and y');
}

/** Seconds or milliseconds since 1970, as milliseconds; undefined for what is no time between 1970 and 2200. */
export function readTime(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const ms = Math.round(value < SECONDS_BELOW ? value * 1_000 : value);
  return ms >= 0 && ms < END_OF_TIME ? ms : undefined;
}

const isInteraction = (type: unknown): type is Interaction => INTERACTIONS.some((known) => known === type);

const isCoordinate = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= LIMITS.coordinate;
