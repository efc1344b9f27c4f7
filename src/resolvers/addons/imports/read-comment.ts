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
import { readTime } from '../collection/read-event.ts';
import { mapComment } from './presets.ts';

/** Cells of spreadsheets have spaces around what stands in them. Nothing else in them is no value. */
const cell = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim() || undefined : value), shape.optional());

/** Spreadsheets have numbers as text. */
const coordinate = z
  .preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), coordinateInput)
  .optional();

/** As mails have it, `Thu, 05 Mar 2026 10:00:00 GMT`, up to the time. */
const MAIL_DATE = /^(?:[A-Z][a-z]{2}, )?(\d\d?) ([A-Z][a-z]{2}) (\d{4}) /;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Characters. The longest of these takes half of it, and the expressions here go back and forth over longer ones. */
const MAX_TIME = 64;

/** A Unix time in seconds or milliseconds; fewer or more digits may be a date without its hyphens. */
const UNIX_TIME = /^(?:\d{10}|\d{13})$/;

/**
 * Exports put spaces before the time and its zone, and call UTC by name; without a zone it is UTC. What `Date` reads beyond
 * that is another time on another machine: 03/02/2025 may be in March or February.
 */
function readWritten(text: string): Date {
  if (UNIX_TIME.test(text)) return new Date(readTime(Number(text)) ?? Number.NaN);
  const spelled = text
    .replace(MAIL_DATE, (_, day, month, year) => `${year}-${twoDigits(MONTHS.indexOf(month) + 1)}-${twoDigits(day)} `)
    .replace(/ *(?:UTC|GMT)$/, 'Z')
    .replace(' ', 'T')
    .replace(' ', '');
  return readMoment(spelled) ?? new Date(Number.NaN);
}

const twoDigits = (number: number | string) => String(number).padStart(2, '0');

const NO_TIME = 'must be a date and time such as 2026-11-21T09:30:00Z, or a Unix time';

const time = z
  .union([z.string().max(MAX_TIME, NO_TIME), z.number()], NO_TIME)
  .transform((value) => (typeof value === 'number' ? new Date(readTime(value) ?? Number.NaN) : readWritten(value)))
  .refine((date) => !Number.isNaN(date.getTime()), { error: NO_TIME, abort: true })
  .refine((date) => date.getTime() >= 0 && date.getTime() < Date.now() + DAY_MS, 'must be from 1970 to today');

const REQUIRED = 'is required, as text';

const commentInput = z.object({
  content: z.string(REQUIRED).pipe(contentInput),
  url: z.string(REQUIRED).pipe(urlInput),
  x: coordinate,
  y: coordinate,
  status: cell(z.enum(AnnotationStatus, `must be one of ${Object.keys(AnnotationStatus).join(', ')}`)),
  name: nameInput.optional(),
  email: cell(emailInput),
  createdAt: cell(time),
  metadata: jsonObjectInput.optional(),
  externalId: z.preprocess((id) => (typeof id === 'number' ? String(id) : id), externalIdInput).optional(),
});

/** A row of annotations, but for what the project gives it. Names are those of columns. */
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
 * One comment of an export, checked.
 * @param told how many comments without an id there were before with the same hash
 * @throws BAD_USER_INPUT that names every problem
 */
export function readComment(source: string, item: JsonObject, told = new Map<string, number>()): ImportedRow {
  const { members, names } = mapComment(source, item);
  const comment: z.infer<typeof commentInput> = parseInput(commentInput, members, names);
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
    external_id: comment.externalId ?? numbered(hashOf(row), told),
  };
}

/** Stands in for an id: of what does not change while the work goes on. */
const hashOf = (row: object): string => `sha256:${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`;

/** Equal comments of one import are as many; those of its repetition have the same numbers. */
function numbered(hash: string, told: Map<string, number>): string {
  const before = told.get(hash) ?? 0;
  told.set(hash, before + 1);
  return before === 0 ? hash : `${hash}#${before + 1}`;
}
