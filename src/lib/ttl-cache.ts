/** Values that may be a moment old. Callers who ask for the same at once share one look-up. */
export interface ShortCache<T> {
  get(key: string): Promise<T>;
}

/** @param options.max the most keys kept; beyond it the oldest are forgotten */
export function createShortCache<T>(options: {
  ttlMs: number;
  max: number;
  load: (key: string) => Promise<T>;
  now?: () => number;
}): ShortCache<T> {
  const { ttlMs, max, load, now = Date.now } = options;
  const known = new Map<string, { value: Promise<T>; until: number }>();
  return {
    get(key) {
      const found = known.get(key);
      if (found && found.until > now()) return found.value;
      const value = load(key);
      known.delete(key);
      known.set(key, { value, until: now() + ttlMs });
      // A failure is nobody's answer but that of those who wait for it.
      value.catch(() => {
        if (known.get(key)?.value === value) known.delete(key);
      });
      if (known.size > max) known.delete(known.keys().next().value ?? key);
      return value;
    },
  };
}
