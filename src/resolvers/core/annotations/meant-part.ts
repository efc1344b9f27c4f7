import { z } from 'zod';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import { isJsonObject } from '../../platform/input/json-object.ts';

/** Part of a picture that a comment is about. */
export interface MeantPart {
  /** The drawn area or the quoted text; else the whole element. */
  box: Box;
  /** Place that was clicked; null if the box alone says what was meant. */
  point: { x: number; y: number } | null;
}

/** Description of an annotation's element. */
export interface Described {
  metadata: unknown;
  domFingerprint: unknown;
}

/** Bound for the coordinates of an area, in multiples of the element's size. */
const MAX_FRACTION = 20;
/** Sides from which a click names a place within an element, CSS pixels. */
const LARGE = 240;
/** Difference of a size at which a passage may stand at another place in its element. */
const REFLOW = 0.05;
/** Elements whose content the page cannot name. */
const PICTURES = new Set(['canvas', 'embed', 'iframe', 'img', 'object', 'picture', 'svg', 'video']);

const fraction = z.number().min(-MAX_FRACTION).max(MAX_FRACTION);
const part = z.number().min(0).max(1);
const size = z.number().positive();
/** A member of another form becomes null: clients may store any JSON. */
const described = z.object({
  tag: z.string().catch(''),
  area: z
    .object({ x: fraction, y: fraction, width: fraction.positive(), height: fraction.positive() })
    .nullable()
    .catch(null),
  offset: z.object({ x: part, y: part }).nullable().catch(null),
  box: z.object({ width: size, height: size }).nullable().catch(null),
  quote: z.unknown().optional(),
});

/**
 * Finds what an annotation is about in a picture that shows its element.
 *
 * @param box of the element, CSS pixels
 * @returns null if the picture cannot show it: the element has no size there, or lies outside
 */
export function meantPart(annotation: Described, box: Box): MeantPart | null {
  if (box.width <= 0 || box.height <= 0 || box.x + box.width <= 0 || box.y + box.height <= 0) return null;
  const { tag, area, offset, box: original, quote } = described.parse(descriptionOf(annotation));
  const isReflowed =
    quote !== undefined && (!original || differs(box.width, original.width) || differs(box.height, original.height));
  if (area && !isReflowed) {
    const { x, y } = pointIn(box, area);
    return { box: { x, y, width: area.width * box.width, height: area.height * box.height }, point: null };
  }
  const isPlace = PICTURES.has(tag) || (box.width >= LARGE && box.height >= LARGE);
  // A choice by key has the middle.
  const isClicked = offset !== null && !area && !(offset.x === 0.5 && offset.y === 0.5);
  return { box, point: isPlace && isClicked ? pointIn(box, offset) : null };
}

/** After an annotation was moved to another element, its metadata describes the previous one. */
function descriptionOf({ metadata, domFingerprint }: Described): object {
  if (!isJsonObject(metadata)) return {};
  const fingerprint = isJsonObject(domFingerprint) ? domFingerprint : {};
  const isMoved = ['selector', 'xpath', 'text'].some(
    (name) => fingerprint[name] && fingerprint[name] !== metadata[name],
  );
  return isMoved ? {} : metadata;
}

const pointIn = (box: Box, { x, y }: { x: number; y: number }) => ({
  x: box.x + x * box.width,
  y: box.y + y * box.height,
});

const differs = (a: number, b: number): boolean => Math.abs(a - b) > REFLOW * Math.max(a, b);
