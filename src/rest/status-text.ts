import { ERROR_CODES } from '../errors.ts';
import { STATUS } from '../http/error-response.ts';
import type { Json } from '../schema/json-schema.ts';

const CODE = new RegExp(`\\b(?:${ERROR_CODES.join('|')})\\b`, 'g');
const TEXT_MEMBERS = ['summary', 'description'];

/** Replaces error codes in the texts of an OpenAPI document by HTTP statuses. */
export function withStatusText<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withStatusText) as T;
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part as Json).map(([name, value]) => [
    name,
    TEXT_MEMBERS.includes(name) && typeof value === 'string' ? replaceCodes(value) : withStatusText(value),
  ]);
  return Object.fromEntries(members);
}

const replaceCodes = (text: string): string =>
  text.replace(CODE, (code) => String(STATUS[code as keyof typeof STATUS]));
