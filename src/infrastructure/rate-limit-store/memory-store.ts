import type { RateLimitStore, RateLimitWindow } from './rate-limit-store.ts';

/** Windows kept per kind; beyond it, those of the kind that end first are evicted. */
const MAX_PER_KIND = 100_000;

/**
 * A store for a single process. The text before the first colon of a key is its kind. Each kind has
 * its own capacity: a flood of made-up keys of one kind cannot evict the count of failed logins.
 * All windows of a kind are equally long, so the first in its map ends first.
 */
export function createMemoryRateLimitStore(now: () => number = Date.now): RateLimitStore {
  const kinds = new Map<string, Map<string, RateLimitWindow>>();

  function windowsOf(key: string): Map<string, RateLimitWindow> {
    const kind = key.slice(0, key.indexOf(':') + 1);
    let windows = kinds.get(kind);
    if (!windows) {
      windows = new Map();
      kinds.set(kind, windows);
    }
    return windows;
  }

  return {
    async increment(key, windowMs, n = 1) {
      const time = now();
      const windows = windowsOf(key);
      let window = windows.get(key);
      if (!window || window.resetAt <= time) {
        windows.delete(key);
        evict(windows, time);
        window = { count: 0, resetAt: time + windowMs };
        windows.set(key, window);
      }
      window.count += n;
      return { ...window };
    },
    async peek(key) {
      const window = windowsOf(key).get(key);
      return window && window.resetAt > now() ? { ...window } : { count: 0, resetAt: now() };
    },
    async reset(key) {
      windowsOf(key).delete(key);
    },
  };
}

/**
 * Drops at most two ended windows, to bound the cost per call; at capacity, the one that ends
 * first.
 */
function evict(windows: Map<string, RateLimitWindow>, time: number): void {
  let left = 2;
  for (const [key, { resetAt }] of windows) {
    const isOver = resetAt <= time;
    if (!isOver && windows.size < MAX_PER_KIND) return;
    windows.delete(key);
    left -= 1;
    if (!isOver || left === 0) return;
  }
}
