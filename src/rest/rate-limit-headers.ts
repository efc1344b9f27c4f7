import type { Context } from '../context.ts';

/** Where the caller stands against the nearest of its limits. */
export function rateLimitHeaders({ rateLimit: { nearest } }: Context, status: number): Record<string, string> {
  if (!nearest) return {};
  return {
    'ratelimit-limit': String(nearest.limit),
    'ratelimit-remaining': String(nearest.remaining),
    'ratelimit-reset': String(nearest.resetSeconds),
    ...(status === 429 && { 'retry-after': String(nearest.resetSeconds) }),
  };
}
