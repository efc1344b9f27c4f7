/** Where a caller stands against one limit. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends and the count starts anew. */
  resetSeconds: number;
}

/** Counts calls in fixed windows. `count` is one atomic step, so parallel calls never share a place. */
export interface CallCounter {
  /** Counts one call of `identity`, or so many of something else, and tells how many the window holds now, these included. */
  count(identity: string, windowMs: number, n?: number): Promise<{ calls: number; resetAt: number }>;
  /** What the window of `identity` holds now, without counting. */
  peek(identity: string): Promise<{ calls: number; resetAt: number }>;
  /** Ends the window of `identity`. */
  forget(identity: string): Promise<void>;
}
