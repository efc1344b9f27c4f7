import { badField } from '../../../errors.ts';
import { isJsonObject, type JsonObject, jsonProblem } from '../../platform/input/json-object.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { isEventClockFarOff } from './event-time.ts';

const INTERACTIONS = ['click', 'hover', 'input'] as const;

type Interaction = (typeof INTERACTIONS)[number];

/** A stored event: the known members of the sent one. */
export interface StoredEvent {
  type: string;
  /** By the visitor's clock, milliseconds. */
  timestamp: number;
  elementMetadata?: JsonObject;
  position?: { x: number; y: number };
  inputType?: string;
  valueLength?: number;
  /** Its time contradicts its batch by a day or more. */
  timeIsOff?: true;
  data?: JsonObject;
}

/** Smaller Unix times are in seconds; in milliseconds this one is in 1973. */
const SECONDS_BELOW = 100_000_000_000;
/** The year 2200. Clocks may be wrong, but later times are rejected. */
const MAX_TIME_MS = Date.UTC(2200, 0);
export const INVALID_TIME = 'must be a Unix time between 1970 and 2200';
const MAX_VALUE_LENGTH = 1_000_000_000;

/**
 * Validates the events of a batch.
 *
 * @param sentAt time of the batch, by the same clock
 * @returns the events, and their JSON
 * @throws BAD_USER_INPUT, naming the index of the event
 */
export function readEvents(sent: object[], sentAt: number): { events: StoredEvent[]; json: string } {
  const events = sent.map((event, index) => flagFarOff(readEvent(event, index), sentAt));
  const mayNest = events.some(({ elementMetadata }) => hasObjects(elementMetadata));
  // Before JSON.stringify, which would fail at deep nesting.
  if (mayNest) events.forEach(assertStorable);
  const json = JSON.stringify(events);
  // JSON escapes every character that cannot be stored, and a short total implies short members.
  if (json.length > LIMITS.jsonBytes / 3 || json.includes('\\u')) events.forEach(assertStorable);
  return { events, json };
}

const flagFarOff = (event: StoredEvent, sentAt: number): StoredEvent =>
  isEventClockFarOff(event.timestamp, sentAt) ? { ...event, timeIsOff: true } : event;

function assertStorable(event: StoredEvent, index: number): void {
  const problem = jsonProblem(event);
  if (problem) throw badField(`events.${index}`, problem);
}

function hasObjects(metadata: JsonObject | undefined): boolean {
  for (const name in metadata) if (typeof metadata[name] === 'object') return true;
  return false;
}

function readEvent(sent: object, index: number): StoredEvent {
  const event = sent as JsonObject;
  const { type, elementMetadata } = event;
  if (!isInteraction(type)) throw invalid(index, 'type', `must be one of ${INTERACTIONS.join(', ')}`);
  const timestamp = readTime(event.timestamp);
  if (timestamp === undefined) throw invalid(index, 'timestamp', INVALID_TIME);
  if (!isJsonObject(elementMetadata)) throw invalid(index, 'elementMetadata', 'must be a JSON object');
  const { selector, xpath } = elementMetadata;
  if (selector !== undefined && typeof selector !== 'string') {
    throw invalid(index, 'elementMetadata.selector', 'must be a string');
  }
  if (xpath !== undefined && typeof xpath !== 'string')
    throw invalid(index, 'elementMetadata.xpath', 'must be a string');
  // Input values are never stored, whatever the client sends.
  const kept = withoutValue(elementMetadata);
  if (type === 'input') return { type, timestamp, elementMetadata: kept, ...readInputMembers(event, index) };
  return { type, timestamp, elementMetadata: kept, position: readPosition(event.position, index) };
}

/** Creates the error of an event's member. */
const invalid = (index: number, member: string, problem: string) => badField(`events.${index}.${member}`, problem);

function withoutValue(metadata: JsonObject): JsonObject {
  if (!('value' in metadata)) return metadata;
  const { value: _value, ...kept } = metadata;
  return kept;
}

function readInputMembers({ inputType, valueLength }: JsonObject, index: number) {
  if (typeof inputType !== 'string' || inputType.length > LIMITS.eventType) {
    throw invalid(index, 'inputType', `must be a string of at most ${LIMITS.eventType} characters`);
  }
  if (!Number.isInteger(valueLength) || (valueLength as number) < 0 || (valueLength as number) > MAX_VALUE_LENGTH) {
    throw invalid(index, 'valueLength', 'must be a whole number, 0 or more');
  }
  return { inputType, valueLength: valueLength as number };
}

function readPosition(position: unknown, index: number): { x: number; y: number } {
  if (isJsonObject(position) && isCoordinate(position.x) && isCoordinate(position.y)) {
    return { x: position.x, y: position.y };
  }
  throw invalid(index, 'position', 'must be a JSON object with the numbers x and y');
}

/**
 * Reads Unix seconds or milliseconds.
 *
 * @returns milliseconds; undefined outside 1970 to 2200
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const ms = Math.round(value < SECONDS_BELOW ? value * 1_000 : value);
  return ms >= 0 && ms < MAX_TIME_MS ? ms : undefined;
}

const isInteraction = (type: unknown): type is Interaction => INTERACTIONS.some((known) => known === type);

const isCoordinate = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= LIMITS.coordinate;
