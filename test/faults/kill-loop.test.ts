import { afterAll, expect, test } from 'vitest';
import { cleanUp } from '../support/data-dirs.ts';
import { killServers } from '../support/server-process.ts';
import { runCollectLoop } from './collect-loop.ts';
import { runKillLoop } from './kill-loop.ts';
import { runNotificationLoop } from './notification-loop.ts';

const ROUNDS = 2;
const seed = Number(process.env.KILL_LOOP_SEED ?? Date.now() % 1_000_000);

afterAll(async () => {
  await killServers();
  await cleanUp();
});

test(`nothing acknowledged is lost in ${ROUNDS} rounds of kill -9 (KILL_LOOP_SEED=${seed})`, async () => {
  const result = await runKillLoop({ rounds: ROUNDS, seed });
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(0);
}, 180_000);

test(`no accepted batch is lost or stored twice in ${ROUNDS} rounds of kill -9 (KILL_LOOP_SEED=${seed})`, async () => {
  const result = await runCollectLoop({ rounds: ROUNDS, seed });
  expect(result.problems).toEqual([]);
  expect(result.accepted).toBeGreaterThan(0);
}, 180_000);

test(`no notification is lost or made twice in 4 times kill -9 (KILL_LOOP_SEED=${seed})`, async () => {
  const result = await runNotificationLoop({ kills: 4, events: 60, seed });
  expect(result.problems).toEqual([]);
  expect(result.notifications).toBe(3 * 60);
}, 180_000);
