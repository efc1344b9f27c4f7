import { Redis } from 'ioredis';
import type { Logger } from '../logger.ts';
import type { LiveReference, LiveTransport } from './live-updates.ts';

const CHANNEL = 'pinbound:live';

/** Redis publish and subscribe, on two connections of its own. */
export function createRedisTransport(options: { redisUrl: string; logger: Logger }): LiveTransport {
  const publisher = new Redis(options.redisUrl, { maxRetriesPerRequest: 3 });
  const subscriber = new Redis(options.redisUrl, { maxRetriesPerRequest: null });
  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error) => options.logger.warn({ err: error }, 'the connection to Redis failed'));
  }
  return {
    async listen(receive) {
      subscriber.on('message', (_channel, payload) => receive(JSON.parse(payload) as LiveReference[]));
      await subscriber.subscribe(CHANNEL);
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
