import { Redis } from 'ioredis';
import type { Logger } from '../telemetry/logger.ts';
import { createMemoryRateLimitStore } from './memory-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

const PREFIX = 'pinbound:calls:';
/** Max wait for a count, milliseconds. */
const COMMAND_TIMEOUT_MS = 500;
/**
 * After Redis has failed, processes count in memory for this long before they retry, milliseconds.
 */
const RETRY_DELAY_MS = 1_000;

/**
 * Increments and sets the expiry in one step, so that no other process sees one without the other.
 */
const INCREMENT = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[2])
  if count == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }
`;

type ScriptedRedis = Redis & {
  incrementWindow(key: string, windowMs: number, n: number): Promise<[count: number, remainingMs: number]>;
};

/**
 * A store shared by all processes. While Redis is unavailable, each process counts in its own
 * memory: availability matters more than an exact limit.
 */
export async function createRedisRateLimitStore(options: {
  redisUrl: string;
  logger: Logger;
}): Promise<RateLimitStore & { close(): void }> {
  const { logger } = options;
  const redis = new Redis(options.redisUrl, {
    keyPrefix: PREFIX,
    lazyConnect: true,
    // A queued increment would be sent after the response.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    scripts: { incrementWindow: { lua: INCREMENT, numberOfKeys: 1 } },
  }) as ScriptedRedis;
  // Failed commands are logged below, once per outage.
  redis.on('error', () => undefined);
  await redis.connect().catch(() => undefined);

  const fallback = createMemoryRateLimitStore();
  let failedAt: number | undefined;

  async function withFallback<T>(onRedis: () => Promise<T>, inMemory: () => Promise<T>): Promise<T> {
    if (failedAt !== undefined && performance.now() - failedAt < RETRY_DELAY_MS) return inMemory();
    try {
      const result = await inTime(onRedis());
      if (failedAt !== undefined) logger.info({}, 'Redis available again; rate limits are shared by all processes');
      failedAt = undefined;
      return result;
    } catch (error) {
      if (failedAt === undefined) logger.warn({ err: error }, 'Redis unavailable; rate limits are counted per process');
      failedAt = performance.now();
      return inMemory();
    }
  }

  return {
    increment: (key, windowMs, n = 1) =>
      withFallback(
        async () => {
          const [count, remainingMs] = await redis.incrementWindow(key, windowMs, n);
          return { count, remainingMs };
        },
        () => fallback.increment(key, windowMs, n),
      ),
    peek: (key) =>
      withFallback(
        async () => {
          const [count, remainingMs] = await Promise.all([redis.get(key), redis.pttl(key)]);
          return { count: Number(count ?? 0), remainingMs: Math.max(0, remainingMs) };
        },
        () => fallback.peek(key),
      ),
    reset: (key) =>
      withFallback(
        async () => {
          await redis.del(key);
        },
        () => fallback.reset(key),
      ),
    close: () => redis.disconnect(),
  };
}

/**
 * Waits for a reply. One that has arrived counts even if the process was too busy to read it in
 * time: the client's own limit would reject it, because timers run before sockets are read.
 */
function inTime<T>(reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`Redis did not answer within ${COMMAND_TIMEOUT_MS} ms`);
    timer = setTimeout(() => setImmediate(reject, error), COMMAND_TIMEOUT_MS);
  });
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}
