/** True for every value whose properties can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Serializes a value without calling `toJSON`. Libraries such as Prototype before 1.7 add that
 * method to strings and arrays, which would then be encoded twice.
 */
export const toPlainJson = (value: unknown): string => JSON.stringify(value, originalValue);

/** A replacer receives the result of `toJSON`; its `this` is the object with the original value. */
function originalValue(this: Record<string, unknown>, name: string): unknown {
  return this[name];
}
