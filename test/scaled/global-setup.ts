import { startRedis } from '../support/servers/redis-server.ts';

/** One Redis for the whole run; test apps find it in the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const redis = await startRedis();
  process.env.PINBOUND_TEST_REDIS_URL = redis.url;
  return () => redis.stop();
}
