import { Redis } from 'ioredis';
import { StartupError } from '../../errors.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { LiveReference, LiveTransport } from './live-updates.ts';

const CHANNEL = 'pinbound:live';
/** How long a start waits for Redis, milliseconds. Later, an outage of any length is waited out. */
const REACHED_WITHIN_MS = 5_000;

/** A message waits no longer for Redis to take it, milliseconds: the relay holds its events meanwhile. */
const TAKEN_WITHIN_MS = 2_000;
/** How often the connection must prove that it still hears: a lost route or a frozen server says nothing. */
const HEARTBEAT_MS = 15_000;

/**
 * Redis publish and subscribe, on two connections of its own. One that is lost or leaves a command without an answer is
 * made anew, and the time that it has heard nothing in is told.
 */
export function createRedisTransport(options: {
  redisUrl: string;
  logger: Logger;
  heartbeatMs?: number;
}): LiveTransport {
  const { heartbeatMs = HEARTBEAT_MS } = options;
  const socketTimeout = heartbeatMs / 3;
  const publisher = new Redis(options.redisUrl, {
    maxRetriesPerRequest: 3,
    commandTimeout: TAKEN_WITHIN_MS,
    socketTimeout,
  });
  const subscriber = new Redis(options.redisUrl, { maxRetriesPerRequest: null, socketTimeout });
  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error) => options.logger.warn({ err: error }, 'the connection to Redis failed'));
  }
  let heartbeat: NodeJS.Timeout | undefined;

  /** Tells `missed` how long there was no connection that listened. */
  function watch(missed: (since: Date) => void): void {
    let heardAt = new Date();
    let isLost = false;
    heartbeat = setInterval(async () => {
      // What is asked of a connection that is not there waits until it is, which says nothing of the time between.
      if (subscriber.status !== 'ready' || isLost) return;
      const askedAt = new Date();
      const answer = await subscriber.ping().catch(() => undefined);
      if (answer !== undefined && !isLost && askedAt > heardAt) heardAt = askedAt;
    }, heartbeatMs).unref();
    subscriber.on('close', () => {
      isLost = true;
    });
    subscriber.on('ready', async () => {
      // ioredis subscribes again by itself; this tells when it has.
      const askedAt = new Date();
      const count = await subscriber.subscribe(CHANNEL).catch(() => undefined);
      if (count === undefined || !isLost) return;
      isLost = false;
      missed(heardAt);
      heardAt = askedAt;
    });
  }

  return {
    async listen(receive, missed) {
      subscriber.on('message', (_channel, payload) => receive(JSON.parse(payload) as LiveReference[]));
      await withinReach(
        selected(subscriber).then(() => subscriber.subscribe(CHANNEL)),
        options.redisUrl,
      );
      watch(missed);
    },
    async publish(references) {
      await publisher.publish(CHANNEL, JSON.stringify(references));
    },
    async close() {
      clearInterval(heartbeat);
      subscriber.disconnect();
      publisher.disconnect();
    },
  };
}

/** By itself ioredis goes on in database 0 where the server has none of the number, and says nothing. */
const selected = async (redis: Redis): Promise<unknown> => redis.options.db && redis.select(redis.options.db);

/** @throws StartupError instead of waiting for ever, and for what Redis refuses */
async function withinReach(answer: Promise<unknown>, redisUrl: string): Promise<void> {
  const { host } = new URL(redisUrl);
  const accepted = answer.catch((error: Error) => {
    throw new StartupError(`Redis at ${host} refuses this process: ${error.message}. Check REDIS_URL.`);
  });
  await withDeadline(
    accepted,
    REACHED_WITHIN_MS,
    () =>
      new StartupError(
        `Redis at ${host} does not answer. Check that it runs, and REDIS_URL; without REDIS_URL it is not needed.`,
      ),
  );
}
