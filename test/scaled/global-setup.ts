import { startRedis } from '../support/servers/redis-server.ts';

/** Starts one Redis for the whole run and passes it to test apps in the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const redis = await startRedis();
  process.env.PINBOUND_TEST_REDIS_URL = redis.url;
  return () => redis.stop();
}
