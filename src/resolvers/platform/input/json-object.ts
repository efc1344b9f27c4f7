import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { UNSTORABLE } from './storable-text.ts';

export type JsonObject = Record<string, unknown>;

/** A JSON object that a jsonb column can hold. */
export const jsonObjectInput = z
  .custom<JsonObject>(isJsonObject, 'must be a JSON object')
  .superRefine((value, check) => {
    const problem = jsonProblem(value);
    if (problem) check.addIssue({ code: 'custom', message: problem });
  });

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reason why a value cannot be stored as jsonb, for the message; undefined if it can. */
export function jsonProblem(value: unknown, maxBytes: number = LIMITS.jsonBytes): string | undefined {
  if (depth(value) > LIMITS.jsonDepth) return `must not be nested deeper than ${LIMITS.jsonDepth} levels`;
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > maxBytes) return `must have at most ${maxBytes} bytes as JSON`;
  // JSON.stringify escapes the characters that jsonb rejects: NUL and lone surrogates.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json)) return UNSTORABLE;
  return undefined;
}

/** Nesting depth, counted up to one level past the limit. */
function depth(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > LIMITS.jsonDepth) return level;
  let deepest = level + 1;
  for (const child of Object.values(value)) deepest = Math.max(deepest, depth(child, level + 1));
  return deepest;
}
