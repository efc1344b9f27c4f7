// Collects for ten minutes and checks that memory use stays flat. Run after a build: `npm run
// test:soak [minutes] [batches per second]`.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { collectLoad } from '../../bench/scenarios/collect.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { killServers, startServer } from '../support/server-process.ts';

const minutes = Number(process.argv[2] ?? 10);
const rate = Number(process.argv[3] ?? 500);
const EVENTS = 10;
/** Maximum growth of memory from the second to the last quarter; the first one is warm-up. */
const GROWTH = 1.15;

const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
try {
  const server = await startServer({
    DATA_DIR: dataDir,
    RATE_LIMIT_COLLECT: '0',
    COLLECT_HOURLY_MIB: '1000000',
    LOG_LEVEL: 'warn',
  });
  await server.ready();
  const { projectId } = await demoProject(server);

  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(residentMegabytes(server.pid)), 1_000);
  const run = await autocannon({
    ...collectLoad(`${server.url}/v1/collect`, projectId),
    connections: 16,
    duration: minutes * 60,
    overallRate: rate,
  });
  clearInterval(sampling);
  await delay(2_000);

  const quarter = Math.floor(samples.length / 4);
  const [second, last] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(3 * quarter))];
  const problems = [
    ...(run.errors + run.timeouts > 0 ? [`${run.errors} requests failed, ${run.timeouts} had no answer`] : []),
    ...(run.non2xx > 0 ? [`${run.non2xx} answers were not 2xx`] : []),
    ...(last > second * GROWTH ? [`memory grew from ${second} to ${last} MB`] : []),
  ];
  const eventsPerSecond = Math.round(run.requests.average * EVENTS);
  const result = { minutes, eventsPerSecond, p99Ms: run.latency.p99, memoryMB: { second, last }, problems };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
  await server.stop();
} finally {
  await killServers();
  await cleanUp();
}

function residentMegabytes(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
