/** Shown in place of a credential. */
const DOTS = '•••';

/** Replaces texts in every text of a JSON value. */
export function withoutValues<T>(value: T, hidden: readonly string[]): T {
  if (hidden.length === 0) return value;
  const clean = (text: string) => hidden.reduce((rest, secret) => rest.replaceAll(secret, DOTS), text);
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copy(member)]));
  };
  return copy(value) as T;
}
