import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AnnotationStatus } from '../../../generated/prisma/client.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { fingerprintOf } from '../../core/annotations/dom-fingerprint.ts';
import {
  contentInput,
  coordinateInput,
  emailInput,
  externalIdInput,
  nameInput,
  urlInput,
} from '../../platform/input/fields.ts';
import { type JsonObject, jsonObjectInput } from '../../platform/input/json-object.ts';
import { readMoment } from '../../platform/input/moment.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { mapComment } from './presets.ts';
import { type DateSystem, numberOf, readTimeNumber, toDateSystem1900 } from './repair-cells.ts';

/** Spreadsheet cells: trimmed, empty as undefined. */
const cell = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim() || undefined : value), shape.optional());

/**
 * Spreadsheets contain numbers as text, some of them with a decimal comma. A comma before three
 * digits may separate thousands, so that number is rejected.
 */
const toNumber = (text: string) => Number(/,\d{3}$/.test(text.trim()) ? text : text.replace(',', '.'));
const coordinate = z
  .preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? toNumber(value) : value), coordinateInput)
  .optional();

const statusInput = z.enum(AnnotationStatus, `must be one of ${Object.keys(AnnotationStatus).join(', ')}`);
/** People write `In progress`. */
const statusCell = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase().replace(/[ -]/g, '_') : value),
  statusInput,
);

/** Date of a mail header up to the time: `Thu, 05 Mar 2026 10:00:00 GMT`. */
const MAIL_DATE = /^(?:[A-Z][a-z]{2}, )?(\d\d?) ([A-Z][a-z]{2}) (\d{4}) /;
/** Date with points up to the time; the day is first in every country: `5.3.2026 10:00`. */
const DOTTED_DATE = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:,? +|$)/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Longest time, characters. Valid ones take half of it; the limit bounds regular-expression
 * backtracking.
 */
const MAX_TIME = 64;

/**
 * Parses a time. Exports put spaces before the time and the zone, and write UTC as a name; without
 * a zone the time is UTC. `Date` would also accept formats such as 03/02/2025, whose meaning
 * differs by locale.
 */
function readTimeText(text: string): Date {
  const number = numberOf(text);
  if (number !== undefined) return readTimeNumber(number);
  const iso = text
    .replace(MAIL_DATE, (_, day, month, year) => `${year}-${twoDigits(MONTHS.indexOf(month) + 1)}-${twoDigits(day)} `)
    .replace(DOTTED_DATE, (_, day, month, year) => `${year}-${twoDigits(month)}-${twoDigits(day)} `)
    .trim()
    .replace(/ *(?:UTC|GMT)$/, 'Z')
    .replace(' ', 'T')
    .replace(' ', '');
  return readMoment(iso) ?? new Date(Number.NaN);
}

const twoDigits = (number: number | string) => String(number).padStart(2, '0');

const INVALID_TIME =
  'must be a date and time such as 2026-11-21T09:30:00Z, a Unix time, or the day number of a spreadsheet';

const time = z
  .union([z.string().max(MAX_TIME, INVALID_TIME), z.number()], INVALID_TIME)
  .transform((value) => (typeof value === 'number' ? readTimeNumber(value) : readTimeText(value)))
  .refine((date) => !Number.isNaN(date.getTime()), { error: INVALID_TIME, abort: true })
  .refine((date) => date.getTime() >= 0 && date.getTime() < Date.now() + DAY_MS, 'must be from 1970 to today');

const REQUIRED = 'is required, as text';

const commentInput = z.object({
  content: z.string(REQUIRED).pipe(contentInput),
  url: z.string(REQUIRED).pipe(urlInput),
  x: coordinate,
  y: coordinate,
  status: cell(statusCell),
  name: nameInput.optional(),
  email: cell(emailInput),
  createdAt: cell(time),
  metadata: jsonObjectInput.optional(),
  externalId: z.preprocess((id) => (typeof id === 'number' ? String(id) : id), externalIdInput).optional(),
});

/** Columns of an annotation except those that the project determines. */
export interface ImportedRow {
  content: string;
  url: string;
  url_key: string;
  position_x: number;
  position_y: number;
  metadata: JsonObject;
  dom_fingerprint: JsonObject;
  status: AnnotationStatus;
  author_name: string | null;
  author_email: string | null;
  created_at: Date | null;
  external_id: string;
}

/**
 * Validates one comment of an export.
 *
 * @param hashCounts number of previous comments without an id by hash
 * @throws BAD_USER_INPUT, naming every problem
 */
export function readComment(
  source: string,
  item: JsonObject,
  hashCounts = new Map<string, number>(),
  dateSystem: DateSystem = 1900,
): ImportedRow {
  const { members, names } = mapComment(source, item);
  const createdAt = toDateSystem1900(members.createdAt, dateSystem);
  const comment: z.infer<typeof commentInput> = parseInput(commentInput, { ...members, createdAt }, names);
  const metadata = comment.metadata ?? {};
  const row = {
    content: comment.content,
    url: comment.url,
    url_key: normalizeUrl(comment.url),
    position_x: comment.x ?? 0,
    position_y: comment.y ?? 0,
    author_name: comment.name ?? null,
    author_email: comment.email ?? null,
    created_at: comment.createdAt ?? null,
  };
  return {
    ...row,
    metadata,
    dom_fingerprint: fingerprintOf(metadata),
    status: comment.status ?? 'open',
    external_id: comment.externalId ?? withOccurrence(hashOf(row), hashCounts),
  };
}

/** Substitute for a missing id: a hash of the members that do not change later. */
const hashOf = (row: object): string => `sha256:${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`;

/**
 * Appends the occurrence to the hash of repeated comments, so that repeated imports yield the same
 * ids.
 */
function withOccurrence(hash: string, occurrences: Map<string, number>): string {
  const before = occurrences.get(hash) ?? 0;
  occurrences.set(hash, before + 1);
  return before === 0 ? hash : `${hash}#${before + 1}`;
}
