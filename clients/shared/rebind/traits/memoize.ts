/**
 * Remembers the results of a function of one text, because a page repeats its texts and names.
 * Forgets all of them at the limit.
 */
export function memoize<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size >= limit) known.clear();
      value = compute(text);
      known.set(text, value);
    }
    return value;
  };
}
