import { isNumber, readStored, record, type StoredTarget } from '../../shared/rebind/fingerprint/stored.ts';
import { isRecord } from '../service/is-record.ts';

/** Where an annotation stands in its life. */
export type Status = 'open' | 'in_progress' | 'resolved';

/** A place: pixels on the page, or fractions inside an element, as the field's name says. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle as fractions of an element's width and height. It may reach beyond the element. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

/** An answer in an annotation's thread. */
export interface Reply {
  readonly content: string;
  readonly author: string;
  readonly createdAt: string;
}

/** A public annotation as the overlay uses it. */
export interface Annotation {
  readonly id: string;
  readonly number: number;
  readonly content: string;
  readonly status: Status;
  readonly author: string;
  readonly createdAt: string;
  /** Replies known here; `commentCount` counts all of them. */
  readonly replies: readonly Reply[];
  readonly commentCount: number;
  /** Page coordinates of the click, CSS pixels. */
  readonly position: Point;
  /** Fractions of the element's width and height. */
  readonly offset: Point;
  /** The rectangle that was dragged; null when an element was clicked. */
  readonly area: Area | null;
  readonly target: StoredTarget;
}

/**
 * Reads an annotation that the service sent. What is missing or of another type becomes its empty value, so that one odd
 * record cannot break the page; null only without an id.
 */
export function readAnnotation(value: unknown): Annotation | null {
  if (!isRecord(value) || typeof value.id !== 'string') return null;
  const described = describedBy(record(value.domFingerprint), record(value.metadata));
  const replies = Array.isArray(value.comments) ? value.comments.map(readReply) : [];
  return {
    id: value.id,
    number: number(value.number, 0),
    content: text(value.content),
    status: value.status === 'resolved' || value.status === 'in_progress' ? value.status : 'open',
    author: text(record(value.author).name),
    createdAt: text(value.createdAt),
    replies,
    commentCount: Math.max(replies.length, number(value.commentCount, 0)),
    position: { x: number(value.position_x, 0), y: number(value.position_y, 0) },
    offset: { x: fraction(record(described.offset).x), y: fraction(record(described.offset).y) },
    area: readArea(described.area),
    target: targetOf(readStored(described), record(value.anchor).fingerprint),
  };
}

/** @param latest the element's fingerprint as the service has last found it; null when it never looked */
function targetOf(original: StoredTarget, latest: unknown): StoredTarget {
  return isRecord(latest) ? { ...readStored(latest), quote: original.quote, before: original } : original;
}

function readReply(value: unknown): Reply {
  const { content, author, createdAt } = record(value);
  return { content: text(content), author: text(record(author).name), createdAt: text(createdAt) };
}

/** A rectangle can reach beyond its element by so many times the element's size. */
const REACH = 20;

function readArea(value: unknown): Area | null {
  const { x, y, width, height } = record(value);
  const parts = [x, y, width, height].map((part) => number(part, Number.NaN));
  if (parts.some((part) => !(Math.abs(part) <= REACH))) return null;
  const [left = 0, top = 0, wide = 0, high = 0] = parts;
  return wide > 0 && high > 0 ? { x: left, y: top, width: wide, height: high } : null;
}

/**
 * What says where the annotation belongs: element, and place in it. Until a rebind the fingerprint is the short form of what was
 * captured; after one it wins as a whole, because parts of two elements must not be mixed.
 */
function describedBy(fingerprint: Record<string, unknown>, metadata: Record<string, unknown>) {
  const isRebound = Object.entries(fingerprint).some(([name, value]) => value && value !== metadata[name]);
  return isRebound ? fingerprint : metadata;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown, otherwise: number): number {
  return isNumber(value) ? value : otherwise;
}

function fraction(value: unknown): number {
  return Math.min(1, Math.max(0, number(value, 0.5)));
}
