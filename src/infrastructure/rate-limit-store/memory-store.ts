import type { RateLimitStore, RateLimitWindow } from './rate-limit-store.ts';

/** Windows kept per kind; beyond it, those of the kind that end first are evicted. */
const MAX_PER_KIND = 100_000;

interface StoredWindow {
  count: number;
  /** By the clock of the store. */
  endsAt: number;
}

/**
 * A store for a single process. The text before the first colon of a key is its kind. Each kind has
 * its own capacity: a flood of made-up keys of one kind cannot evict the count of failed logins.
 * All windows of a kind are equally long, so the first in its map ends first.
 *
 * @param now monotonic clock, whole milliseconds: with `Date.now`, a clock set back would extend
 * windows
 */
export function createMemoryRateLimitStore(now: () => number = () => Math.floor(performance.now())): RateLimitStore {
  const kinds = new Map<string, Map<string, StoredWindow>>();

  function windowsOf(key: string): Map<string, StoredWindow> {
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
      if (!window || window.endsAt <= time) {
        windows.delete(key);
        evict(windows, time);
        window = { count: 0, endsAt: time + windowMs };
        windows.set(key, window);
      }
      window.count += n;
      return stateOf(window, time);
    },
    async peek(key) {
      const time = now();
      const window = windowsOf(key).get(key);
      return window && window.endsAt > time ? stateOf(window, time) : { count: 0, remainingMs: 0 };
    },
    async reset(key) {
      windowsOf(key).delete(key);
    },
  };
}

const stateOf = ({ count, endsAt }: StoredWindow, time: number): RateLimitWindow => ({
  count,
  remainingMs: endsAt - time,
});

/**
 * Drops at most two ended windows, to bound the cost per call; at capacity, the one that ends
 * first.
 */
function evict(windows: Map<string, StoredWindow>, time: number): void {
  let left = 2;
  for (const [key, { endsAt }] of windows) {
    const isOver = endsAt <= time;
    if (!isOver && windows.size < MAX_PER_KIND) return;
    windows.delete(key);
    left -= 1;
    if (!isOver || left === 0) return;
  }
}
