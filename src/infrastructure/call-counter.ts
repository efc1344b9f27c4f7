/** Where a caller stands against one limit. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends and the count starts anew. */
  resetSeconds: number;
}

/** Counts calls in fixed windows. `count` is one atomic step, so parallel calls never share a place. */
export interface CallCounter {
  /** Counts one call of `identity` and tells how many the window holds now, this one included. */
  count(identity: string, windowMs: number): Promise<{ calls: number; resetAt: number }>;
  /** What the window of `identity` holds now, without counting. */
  peek(identity: string): Promise<{ calls: number; resetAt: number }>;
  /** Ends the window of `identity`. */
  forget(identity: string): Promise<void>;
}

/** The most identities kept at once; beyond it the oldest windows are forgotten. */
const MAX_IDENTITIES = 100_000;

/** A counter for a single process. */
export function createMemoryCallCounter(now: () => number = Date.now): CallCounter {
  const windows = new Map<string, { calls: number; resetAt: number }>();
  return {
    async count(identity, windowMs) {
      const time = now();
      let window = windows.get(identity);
      if (!window || window.resetAt <= time) {
        windows.delete(identity);
        window = { calls: 0, resetAt: time + windowMs };
        windows.set(identity, window);
        if (windows.size > MAX_IDENTITIES) dropOldest(windows);
      }
      window.calls += 1;
      return { ...window };
    },
    async peek(identity) {
      const window = windows.get(identity);
      return window && window.resetAt > now() ? { ...window } : { calls: 0, resetAt: now() };
    },
    async forget(identity) {
      windows.delete(identity);
    },
  };
}

function dropOldest(windows: Map<string, unknown>): void {
  const oldest = windows.keys().next();
  if (!oldest.done) windows.delete(oldest.value);
}
