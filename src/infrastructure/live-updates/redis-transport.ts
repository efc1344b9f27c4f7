import { Redis } from 'ioredis';
import { StartupError } from '../../errors.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { LiveReference, LiveTransport } from './live-updates.ts';

const CHANNEL = 'pinbound:live';
/** Startup deadline of Redis, ms. Later outages are tolerated for any time. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Publish timeout, ms: the relay holds its events meanwhile. */
const PUBLISH_TIMEOUT_MS = 2_000;
/** Heartbeat interval, ms: a lost route or a frozen server does not close the connection. */
const HEARTBEAT_MS = 15_000;

/**
 * Transports references over Redis pub/sub, on two separate connections. Reconnects a connection
 * that is lost or does not respond, and reports the subscriber's gap.
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
    commandTimeout: PUBLISH_TIMEOUT_MS,
    socketTimeout,
  });
  const subscriber = new Redis(options.redisUrl, { maxRetriesPerRequest: null, socketTimeout });
  let hasListened = false;
  for (const [role, connection] of Object.entries({ publisher, subscriber })) {
    connection.on('error', (error) => {
      // The StartupError of a failed start says the same, once.
      const level = hasListened ? 'warn' : 'debug';
      options.logger[level]({ err: error, role }, 'Redis connection failed');
    });
  }
  let heartbeat: NodeJS.Timeout | undefined;

  /** Sends heartbeats and reports gaps to `missed`. */
  function monitorSubscriber(missed: (since: Date) => void): void {
    let lastResponseAt = new Date();
    let isLost = false;
    heartbeat = setInterval(async () => {
      // A ping on a lost connection is queued until it is back, which hides the gap.
      if (subscriber.status !== 'ready' || isLost) return;
      const sentAt = new Date();
      const response = await subscriber.ping().catch(() => undefined);
      if (response !== undefined && !isLost && sentAt > lastResponseAt) lastResponseAt = sentAt;
    }, heartbeatMs).unref();
    subscriber.on('close', () => {
      isLost = true;
    });
    subscriber.on('ready', async () => {
      // ioredis resubscribes by itself; the response to this one follows.
      const sentAt = new Date();
      const count = await subscriber.subscribe(CHANNEL).catch(() => undefined);
      if (count === undefined || !isLost) return;
      isLost = false;
      missed(lastResponseAt);
      lastResponseAt = sentAt;
    });
  }

  return {
    async listen(receive, missed) {
      subscriber.on('message', (_channel, payload) => receive(JSON.parse(payload) as LiveReference[]));
      await connectOrFail(
        selectDatabase(subscriber).then(() => subscriber.subscribe(CHANNEL)),
        options.redisUrl,
      );
      hasListened = true;
      monitorSubscriber(missed);
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

/**
 * Fails for a database number that the server does not have; ioredis alone would silently use 0.
 */
const selectDatabase = async (redis: Redis): Promise<unknown> => redis.options.db && redis.select(redis.options.db);

/** @throws StartupError after CONNECT_TIMEOUT_MS, and when Redis rejects the connection */
async function connectOrFail(connecting: Promise<unknown>, redisUrl: string): Promise<void> {
  const { host } = new URL(redisUrl);
  const accepted = connecting.catch((error: Error) => {
    throw new StartupError(`Redis at ${host} rejected the connection: ${error.message}. Check REDIS_URL.`);
  });
  await withDeadline(
    accepted,
    CONNECT_TIMEOUT_MS,
    () =>
      new StartupError(
        `Redis at ${host} does not respond. Check that it runs, and REDIS_URL. Unset REDIS_URL to run without Redis.`,
      ),
  );
}
