import { cleanUp } from '../integration/fixtures/servers.ts';
import { killServers } from '../support/server-process.ts';
import { runKillLoop } from './kill-loop.ts';

/** `npx tsx test/faults/run.ts [rounds] [seed]`, after a build: prints the result as one line of JSON. */
const rounds = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
process.stderr.write(`${rounds} rounds, seed ${seed}\n`);
const started = performance.now();
try {
  const result = await runKillLoop({ rounds, seed });
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${JSON.stringify({ ...result, seconds })}\n`);
  process.exitCode = result.problems.length === 0 ? 0 : 1;
} finally {
  await killServers();
  await cleanUp();
}
