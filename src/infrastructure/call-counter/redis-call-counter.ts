import { Redis } from 'ioredis';
import type { Logger } from '../telemetry/logger.ts';
import type { CallCounter } from './call-counter.ts';
import { createMemoryCallCounter } from './memory-call-counter.ts';

const PREFIX = 'pinbound:calls:';
/** A call waits no longer than this for its count, milliseconds. */
const ANSWER_WITHIN_MS = 500;
/** How long calls are counted in process after Redis has failed, before it is asked again, milliseconds. */
const PAUSE_MS = 1_000;

/** Counting and the window's end in one step, so that parallel calls of all processes never share a place. */
const COUNT = `
  local calls = redis.call('INCRBY', KEYS[1], ARGV[2])
  if calls == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { calls, redis.call('PTTL', KEYS[1]) }
`;

type Counting = Redis & {
  countCall(key: string, windowMs: number, n: number): Promise<[calls: number, remainingMs: number]>;
};

/**
 * A counter for many processes: one count for all of them. While Redis is away each process counts for itself: an
 * answer is worth more than an exact limit.
 */
export async function createRedisCallCounter(options: {
  redisUrl: string;
  logger: Logger;
}): Promise<CallCounter & { close(): void }> {
  const { logger } = options;
  const redis = new Redis(options.redisUrl, {
    keyPrefix: PREFIX,
    lazyConnect: true,
    // A call is not kept for later: by then its answer is out.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_WITHIN_MS,
    scripts: { countCall: { lua: COUNT, numberOfKeys: 1 } },
  }) as Counting;
  // The calls that it fails say so, once.
  redis.on('error', () => undefined);
  await redis.connect().catch(() => undefined);

  const inProcess = createMemoryCallCounter();
  let failedAt: number | undefined;

  function failed(error: unknown): void {
    if (failedAt === undefined)
      logger.warn({ err: error }, 'Redis does not count calls; each process does until it is back');
    failedAt = performance.now();
  }

  async function onRedis<T>(ask: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (failedAt !== undefined && performance.now() - failedAt < PAUSE_MS) return alone();
    try {
      const answer = await ask();
      if (failedAt !== undefined) logger.info({}, 'Redis counts calls again');
      failedAt = undefined;
      return answer;
    } catch (error) {
      failed(error);
      return alone();
    }
  }

  return {
    count: (identity, windowMs, n = 1) =>
      onRedis(
        async () => {
          const [calls, remainingMs] = await redis.countCall(identity, windowMs, n);
          return { calls, resetAt: Date.now() + remainingMs };
        },
        () => inProcess.count(identity, windowMs, n),
      ),
    peek: (identity) =>
      onRedis(
        async () => {
          const [calls, remainingMs] = await Promise.all([redis.get(identity), redis.pttl(identity)]);
          return { calls: Number(calls ?? 0), resetAt: Date.now() + Math.max(0, remainingMs) };
        },
        () => inProcess.peek(identity),
      ),
    forget: (identity) =>
      onRedis(
        async () => {
          await redis.del(identity);
        },
        () => inProcess.forget(identity),
      ),
    close: () => redis.disconnect(),
  };
}
