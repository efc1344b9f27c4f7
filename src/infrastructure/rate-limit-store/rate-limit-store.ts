/** A client's usage of one rate limit, as response headers report it. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** A fixed window of one key. */
export interface RateLimitWindow {
  count: number;
  /** Time until the window ends, milliseconds. A moment would move when the clock is set. */
  remainingMs: number;
}

/** Counters in fixed windows. `increment` is atomic: concurrent calls never get the same count. */
export interface RateLimitStore {
  /**
   * Adds `n` (default: 1) to the window of `key`.
   * @returns the window, this increment included
   */
  increment(key: string, windowMs: number, n?: number): Promise<RateLimitWindow>;
  /** Reads the window of `key` without counting. */
  peek(key: string): Promise<RateLimitWindow>;
  /** Ends the window of `key`. */
  reset(key: string): Promise<void>;
}
