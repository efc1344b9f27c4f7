/**
 * JSON of the value as it is. A page whose library gives texts or lists a `toJSON`, such as Prototype before 1.7, would have
 * each of them written twice: as JSON within JSON.
 */
export const plainJson = (value: unknown): string => JSON.stringify(value, itself);

/** A replacer is given what `toJSON` made of the member, and is called on what holds it. */
function itself(this: Record<string, unknown>, name: string): unknown {
  return this[name];
}
