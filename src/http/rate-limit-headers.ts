import type { Context } from '../context.ts';

/**
 * Where the caller stands against the nearest of its limits. No time is named where places are full instead of a window: when
 * one is free again nobody knows.
 */
export function rateLimitHeaders({ rateLimit: { nearest, refused } }: Context, status: number): Record<string, string> {
  if (!nearest) return {};
  return {
    'ratelimit-limit': String(nearest.limit),
    'ratelimit-remaining': String(nearest.remaining),
    'ratelimit-reset': String(nearest.resetSeconds),
    ...(status === 429 && refused && { 'retry-after': String(nearest.resetSeconds) }),
  };
}
