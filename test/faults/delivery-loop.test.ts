import { afterAll, expect, test } from 'vitest';
import { cleanUp } from '../support/data-dirs.ts';
import { killServers } from '../support/server-process.ts';
import { runDeliveryLoop } from './delivery-loop.ts';

const seed = Number(process.env.KILL_LOOP_SEED ?? Date.now() % 1_000_000);
/** Set by vitest.scaled.config.ts. A separate Redis database: see redisUrlFor in test-app.ts. */
const { PINBOUND_TEST_REDIS_URL: redis } = process.env;
const redisUrl = redis && `${redis}/65535`;

afterAll(async () => {
  await killServers();
  await cleanUp();
});

test.each([
  ['4 times kill -9 of API and worker, and 3 losses of the queue', { kills: 4, losses: 3, events: 60 }],
  ['2 restarts of PostgreSQL, and none of ours', { kills: 0, restarts: 2, events: 60 }],
])(
  `no event is lost in %s, all end within a minute (KILL_LOOP_SEED=${seed})`,
  async (_what, faults) => {
    const result = await runDeliveryLoop({ ...faults, seed, redisUrl });
    expect(result.problems).toEqual([]);
    expect(result.delivered + result.exhausted).toBe(faults.events);
    expect(result.requests).toBeGreaterThan(faults.events);
  },
  240_000,
);
