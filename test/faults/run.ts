import { cleanUp } from '../support/data-dirs.ts';
import { killServers } from '../support/server-process.ts';
import { runCollectLoop } from './collect-loop.ts';
import { runDeliveryLoop } from './delivery-loop.ts';
import { runKillLoop } from './kill-loop.ts';
import { runNotificationLoop } from './notification-loop.ts';
import { measureRecovery } from './recovery-times.ts';

type Loop = (options: { rounds: number; seed: number }) => Promise<{ problems: string[] }>;

/** Kills of each kind to measure. */
const RECOVERIES = 5;

const LOOPS: Record<string, Loop> = {
  // First, before the machine is busy.
  recovery: () => measureRecovery({ rounds: RECOVERIES }),
  annotations: runKillLoop,
  collecting: runCollectLoop,
  deliveries: ({ rounds, seed }) =>
    runDeliveryLoop({ kills: rounds, events: 10 * rounds, restarts: 2, losses: 2, seed }),
  notifications: ({ rounds, seed }) => runNotificationLoop({ kills: rounds, events: 10 * rounds, seed }),
};

/**
 * Prints the results as JSON. Run after a build: `npx tsx test/faults/run.ts [rounds] [seed]
 * [loop]`.
 */
const rounds = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const only = process.argv[4] ?? '';
process.stderr.write(`${rounds} rounds, seed ${seed}\n`);
const started = performance.now();
try {
  const results: Record<string, { problems: string[] }> = {};
  for (const [name, loop] of Object.entries(LOOPS)) {
    if (name.includes(only)) results[name] = await loop({ rounds, seed });
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${JSON.stringify({ ...results, seconds })}\n`);
  process.exitCode = Object.values(results).every(({ problems }) => problems.length === 0) ? 0 : 1;
} finally {
  await killServers();
  await cleanUp();
}
