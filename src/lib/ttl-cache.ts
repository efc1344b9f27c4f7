/** A read-through cache with a time to live. Concurrent calls for one key share one load. */
export interface TtlCache<T> {
  get(key: string): Promise<T>;
}

/** @param options.max max keys; beyond it, the oldest are evicted */
export function createTtlCache<T>(options: {
  ttlMs: number;
  max: number;
  load: (key: string) => Promise<T>;
  now?: () => number;
}): TtlCache<T> {
  const { ttlMs, max, load, now = Date.now } = options;
  const known = new Map<string, { value: Promise<T>; until: number }>();
  return {
    get(key) {
      const found = known.get(key);
      if (found && found.until > now()) return found.value;
      const value = load(key);
      known.delete(key);
      known.set(key, { value, until: now() + ttlMs });
      // Failures are not cached.
      value.catch(() => {
        if (known.get(key)?.value === value) known.delete(key);
      });
      if (known.size > max) known.delete(known.keys().next().value ?? key);
      return value;
    },
  };
}
