import { isRecord } from '../../shared/json.ts';
import { isNumber, readStored, record, type StoredTarget, textsIn } from '../../shared/rebind/fingerprint/stored.ts';
import type { Area, Point } from '../page/geometry.ts';

export type Status = 'open' | 'in_progress' | 'resolved';

export interface Reply {
  readonly id: string;
  readonly content: string;
  readonly author: string;
  readonly createdAt: string;
  /** True if the visitor who wrote the annotation wrote the reply. */
  readonly byVisitor: boolean;
}

/** A public annotation as the service sent it. */
export type RawAnnotation = Readonly<Record<string, unknown>> & { readonly id: string };

/** A public annotation, checked and normalized. */
export interface Annotation {
  readonly id: string;
  readonly number: number;
  readonly content: string;
  readonly status: Status;
  readonly author: string;
  readonly createdAt: string;
  /** Whether this visitor may reply. */
  readonly canReply: boolean;
  /** The first replies; `commentCount` counts all of them. */
  readonly replies: readonly Reply[];
  readonly commentCount: number;
  /** The click in page coordinates, CSS pixels. */
  readonly position: Point;
  /** The click in fractions of the element's width and height. */
  readonly offset: Point;
  /** The dragged rectangle; null when an element was clicked. */
  readonly area: Area | null;
  readonly target: StoredTarget;
  /** URL of the picture that this visitor sent with it; empty for others. */
  readonly picture: string;
}

export function isAnnotation(value: unknown): value is RawAnnotation {
  return isRecord(value) && typeof value.id === 'string';
}

/**
 * Normalizes an annotation from the service. Missing fields and fields of another type become empty
 * values, so that a malformed record cannot break the page. Null only without an id.
 */
export function readAnnotation(value: unknown): Annotation | null {
  if (!isAnnotation(value)) return null;
  const described = selectDescription(record(value.domFingerprint), record(value.metadata));
  const replies = Array.isArray(value.comments) ? value.comments.map(readReply) : [];
  return {
    id: value.id,
    number: number(value.number, 0),
    content: text(value.content),
    status: value.status === 'resolved' || value.status === 'in_progress' ? value.status : 'open',
    author: text(record(value.author).name),
    createdAt: text(value.createdAt),
    canReply: value.canReply === true,
    replies,
    commentCount: Math.max(replies.length, number(value.commentCount, 0)),
    position: { x: number(value.position_x, 0), y: number(value.position_y, 0) },
    offset: { x: fraction(record(described.offset).x), y: fraction(record(described.offset).y) },
    area: readArea(described.area),
    picture: text(value.picture),
    target: targetOf(readStored(described), record(value.anchor)),
  };
}

/** Combines the original fingerprint with what the service's last sweep found, if there was one. */
function targetOf(described: StoredTarget, anchor: Record<string, unknown>): StoredTarget {
  const original = { ...described, wantedTexts: textsIn(anchor.wantedTexts) };
  const { quote, wantedTexts } = original;
  const { fingerprint: latest } = anchor;
  return isRecord(latest) ? { ...readStored(latest), quote, wantedTexts, before: original } : original;
}

function readReply(value: unknown): Reply {
  const { id, content, author, createdAt, byVisitor } = record(value);
  return {
    id: text(id),
    content: text(content),
    author: text(record(author).name),
    createdAt: text(createdAt),
    byVisitor: byVisitor === true,
  };
}

/** Bound for the coordinates of an area, in multiples of the element's size. */
const MAX_FRACTION = 20;

function readArea(value: unknown): Area | null {
  const { x, y, width, height } = record(value) as unknown as Area;
  const isValid = [x, y, width, height].every((each) => isNumber(each) && Math.abs(each) <= MAX_FRACTION);
  return isValid && width > 0 && height > 0 ? { x, y, width, height } : null;
}

/**
 * Selects the record that describes the element. Until a rebind the fingerprint is a subset of the
 * metadata; after one it replaces the metadata completely, because descriptions of two elements
 * must not be mixed.
 */
function selectDescription(fingerprint: Record<string, unknown>, metadata: Record<string, unknown>) {
  const isRebound = Object.entries(fingerprint).some(([name, value]) => value && value !== metadata[name]);
  return isRebound ? fingerprint : metadata;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown, fallback: number): number {
  return isNumber(value) ? value : fallback;
}

function fraction(value: unknown): number {
  return Math.min(1, Math.max(0, number(value, 0.5)));
}
