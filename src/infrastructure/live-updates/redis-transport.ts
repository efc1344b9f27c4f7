import { Redis } from 'ioredis';
import { StartupError } from '../../errors.ts';
import { withDeadline } from '../deadline.ts';
import type { Logger } from '../logger.ts';
import type { LiveReference, LiveTransport } from './live-updates.ts';

const CHANNEL = 'pinbound:live';
/** How long a start waits for Redis, milliseconds. Later, an outage of any length is waited out. */
const REACHED_WITHIN_MS = 5_000;

/** Redis publish and subscribe, on two connections of its own. */
export function createRedisTransport(options: { redisUrl: string; logger: Logger }): LiveTransport {
  const publisher = new Redis(options.redisUrl, { maxRetriesPerRequest: 3 });
  const subscriber = new Redis(options.redisUrl, { maxRetriesPerRequest: null });
  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error) => options.logger.warn({ err: error }, 'the connection to Redis failed'));
  }
  return {
    async listen(receive, missed) {
      subscriber.on('message', (_channel, payload) => receive(JSON.parse(payload) as LiveReference[]));
      await withinReach(subscriber.subscribe(CHANNEL), options.redisUrl);
      let lostAt: Date | undefined;
      subscriber.on('close', () => {
        lostAt ??= new Date();
      });
      subscriber.on('ready', async () => {
        // ioredis subscribes again by itself; this tells when it has.
        const count = await subscriber.subscribe(CHANNEL).catch(() => undefined);
        if (count === undefined || !lostAt) return;
        missed(lostAt);
        lostAt = undefined;
      });
    },
    async publish(references) {
      await publisher.publish(CHANNEL, JSON.stringify(references));
    },
    async close() {
      subscriber.disconnect();
      publisher.disconnect();
    },
  };
}

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
