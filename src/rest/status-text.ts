import { ERROR_CODES } from '../errors.ts';
import { STATUS } from '../http/error-response.ts';
import type { Json } from './json-schemas.ts';

const CODE = new RegExp(`\\b(?:${ERROR_CODES.join('|')})\\b`, 'g');
const WORDS = ['summary', 'description'];

/** A part of an OpenAPI document whose texts name an error by its status, where those of the schema name a code. */
export function inRestWords<T>(part: T): T {
  if (Array.isArray(part)) return part.map(inRestWords) as T;
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part as Json).map(([name, value]) => [
    name,
    WORDS.includes(name) && typeof value === 'string' ? withStatuses(value) : inRestWords(value),
  ]);
  return Object.fromEntries(members);
}

const withStatuses = (text: string): string =>
  text.replace(CODE, (code) => String(STATUS[code as keyof typeof STATUS]));
