import { z } from 'zod';
import { badInput } from '../../errors.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { oneLine } from '../text/one-line.ts';

/** Bounds of what callers send. Lengths of texts are in Unicode code points. */
export const LIMITS = {
  content: 10_000,
  url: 2_048,
  name: 120,
  slug: 64,
  email: 254,
  passwordMin: 8,
  passwordMax: 200,
  jsonBytes: 16 * 1024,
  jsonDepth: 32,
  coordinate: 10_000_000,
  importSource: 64,
  externalId: 255,
  importedComments: 10_000,
  sessionId: 128,
  userAgent: 1_024,
  eventType: 64,
  batchEvents: 1_000,
  snapshotBytes: 1024 * 1024,
  snapshotElements: 20_000,
  importedProjects: 1_000,
  importedMembers: 1_000,
} as const;

/** PostgreSQL stores no NUL, and UTF-8 has no half of a surrogate pair: it would be stored as another character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** A text from elsewhere, as PostgreSQL stores it: neither NUL nor half a character. */
export const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
const UNSTORABLE = 'must not contain NUL or lone surrogate characters';
const EMPTY = 'must not be empty';

export const storableText = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, UNSTORABLE)
    .refine((text) => text.trim() !== '', EMPTY);

export const contentInput = storableText(LIMITS.content);
/** One line, whatever was sent: names stand in mails and lists among words of ours. */
export const nameInput = storableText(LIMITS.name)
  .transform(oneLine)
  .refine((name) => name !== '', EMPTY);

export const sourceInput = storableText(LIMITS.importSource).transform((source) => source.trim().toLowerCase());
export const externalIdInput = storableText(LIMITS.externalId);

export const slugInput = z
  .string()
  .max(LIMITS.slug, `must have at most ${LIMITS.slug} characters`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, in words joined by single hyphens');

export const emailInput = z
  .string()
  .max(LIMITS.email, `must have at most ${LIMITS.email} characters`)
  .pipe(z.email('must be an e-mail address'))
  .transform((email) => email.toLowerCase());

export const passwordInput = z
  .string()
  .min(LIMITS.passwordMin, `must have at least ${LIMITS.passwordMin} characters`)
  .max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`)
  .refine((password) => !isCommonPassword(password), 'must not be one of the most common passwords');

export const urlInput = z
  .string()
  .max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
  .refine(isStorable, UNSTORABLE)
  .refine(isHttpUrl, 'must be an http or https URL');

export const coordinateInput = z
  .number()
  .min(-LIMITS.coordinate, `must be at least ${-LIMITS.coordinate}`)
  .max(LIMITS.coordinate, `must be at most ${LIMITS.coordinate}`);

export type JsonObject = Record<string, unknown>;

/** A JSON object that a jsonb column can hold. */
export const jsonObjectInput = z
  .custom<JsonObject>(isJsonObject, 'must be a JSON object')
  .superRefine((value, check) => {
    const problem = jsonProblem(value);
    if (problem) check.addIssue({ code: 'custom', message: problem });
  });

/**
 * Checks a caller's input.
 * @param names what the caller calls a member, where that is something else
 * @throws BAD_USER_INPUT that names every problem as `field: what is wrong`, joined by `; `.
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown, names: Record<string, string> = {}): T {
  const parsed = schema.safeParse(input, OUR_WORDS);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: [member, ...rest], message }) => {
    if (member === undefined) return message;
    return `${[names[String(member)] ?? member, ...rest].join('.')}: ${message}`;
  });
  throw badInput(problems.join('; '));
}

/** For parsing: what a schema has no words of its own for. */
export const OUR_WORDS = { error: wordsFor };

const NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  date: 'a date',
};

function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : `must be ${NAMES[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
  return 'does not fit';
}

/** For changes of members that cannot be empty. @throws BAD_USER_INPUT */
export function refuseNulls(changes: object): void {
  const nulls = Object.entries(changes).filter(([, value]) => value === null);
  if (nulls.length === 0) return;
  throw badInput(nulls.map(([name]) => `${name}: must not be null; leave it out to keep it`).join('; '));
}

function isHttpUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What keeps a value from being stored as JSON, in words. */
export function jsonProblem(value: unknown, maxBytes: number = LIMITS.jsonBytes): string | undefined {
  if (depth(value) > LIMITS.jsonDepth) return `must not be nested deeper than ${LIMITS.jsonDepth} levels`;
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > maxBytes) return `must have at most ${maxBytes} bytes as JSON`;
  // JSON.stringify escapes what jsonb refuses: NUL and surrogates without their partner.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json)) return UNSTORABLE;
  return undefined;
}

/** Levels of nesting, counted no further than one past the limit. */
function depth(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > LIMITS.jsonDepth) return level;
  let deepest = level + 1;
  for (const child of Object.values(value)) deepest = Math.max(deepest, depth(child, level + 1));
  return deepest;
}
