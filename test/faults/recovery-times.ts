import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { rest } from '../support/client.ts';
import { temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { freePort, type ServerProcess, startServer } from '../support/server-process.ts';
import { startRedis } from '../support/servers/redis-server.ts';

/** Seconds from a kill to the first request that succeeds. */
interface Recovery {
  median: number;
  slowest: number;
}

export interface RecoveryTimes {
  /** Load average of the last minute per core, before and after; figures grow with it. */
  loadPerCore: [before: number, after: number];
  rounds: number;
  /** By what was killed. */
  seconds: Record<string, Recovery>;
  problems: string[];
}

const LIMIT_SECONDS = 5;
const PAUSE_MS = 20;
/** Time for a process to become idle again. */
const REST_MS = 500;
const UNLIMITED = { RATE_LIMIT_USER: '0', RATE_LIMIT_IP: '0', RATE_LIMIT_AUTH: '0' };
const loadNow = () => Math.round((100 * (loadavg()[0] ?? 0)) / cpus().length) / 100;

/**
 * Kills each process with SIGKILL and measures the time until the first request succeeds: a comment
 * that is written, or the readiness of a worker. Killed processes of Pinbound and Redis are started
 * again at once, as a supervisor does; the embedded PostgreSQL is restarted by Pinbound.
 */
export async function measureRecovery({ rounds }: { rounds: number }): Promise<RecoveryTimes> {
  const before = loadNow();
  const seconds = { ...(await measureOne(rounds)), ...(await measureScaled(rounds)) };
  const problems = Object.entries(seconds).flatMap(([killed, { slowest }]) =>
    slowest > LIMIT_SECONDS ? [`${slowest} s after a kill of ${killed}; the limit is ${LIMIT_SECONDS} s`] : [],
  );
  return { loadPerCore: [before, loadNow()], rounds, seconds, problems };
}

/** One process with its own PostgreSQL. */
async function measureOne(rounds: number): Promise<Record<string, Recovery>> {
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  const env = { ...UNLIMITED, DATA_DIR: dataDir, PORT: String(await freePort()) };
  let server = await startServer(env);
  await server.ready();
  const isWriting = await writerOf(server);
  const restart = async () => {
    await server.kill();
    server = await startServer(env);
  };
  const killPostgres = async () => {
    const { pid } = (await readPostmasterPid(join(dataDir, 'postgres'))) ?? {};
    if (pid) process.kill(pid, 'SIGKILL');
  };
  const results = {
    'the process': await measure(rounds, restart, isWriting),
    'its PostgreSQL': await measure(rounds, killPostgres, isWriting),
    'the process and its PostgreSQL': await measure(rounds, () => killPostgres().then(restart), isWriting),
  };
  await server.stop();
  return results;
}

/** An `api` and a `worker` process over Redis. */
async function measureScaled(rounds: number): Promise<Record<string, Recovery>> {
  const directory = await temporaryDirectory();
  const dataDir = watchDataDir(join(directory, 'database'));
  const database = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') });
  const redis = await startRedis();
  const shared = {
    ...UNLIMITED,
    DATABASE_URL: database.connectionString,
    REDIS_URL: redis.url,
    DATA_DIR: watchDataDir(join(directory, 'data')),
  };
  const apiEnv = { ...shared, ROLE: 'api', PORT: String(await freePort()) };
  const workerPort = String(await freePort());
  const workerEnv = { ...shared, ROLE: 'worker', PORT: workerPort, WORKER_PORT: workerPort };
  let api = await startServer(apiEnv);
  await api.ready();
  let worker = await startServer(workerEnv);
  await worker.ready();
  const isWriting = await writerOf(api);
  const isWorking = async () => (await fetch(`http://127.0.0.1:${workerPort}/readyz`)).status === 200;
  const killRedis = async () => {
    await redis.stop();
    await redis.start();
  };
  const isAllReady = async () => (await isWriting()) && (await isWorking());
  const killApi = async () => {
    await api.kill();
    api = await startServer(apiEnv);
  };
  const killWorker = async () => {
    await worker.kill();
    worker = await startServer(workerEnv);
  };
  const results = {
    'Redis, `api` and `worker` run on': await measure(rounds, killRedis, isAllReady),
    '`api`, over Redis': await measure(rounds, killApi, isWriting),
    '`worker`, over Redis': await measure(rounds, killWorker, isWorking),
  };
  await Promise.all([api.stop(), worker.stop()]);
  await redis.stop();
  await database.stop();
  return results;
}

/** Returns a check that writes a comment. */
async function writerOf(server: Pick<ServerProcess, 'url'>): Promise<() => Promise<boolean>> {
  const { token, projectId } = await demoProject(server);
  const body = { projectId, content: 'After a kill', url: 'https://shop.example/cart' };
  return async () => (await rest(server, 'POST', '/annotations', { token, body })).status === 201;
}

async function measure(rounds: number, kill: () => Promise<void>, succeeds: () => Promise<boolean>): Promise<Recovery> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    while (!(await succeeds().catch(() => false))) await delay(PAUSE_MS);
    await delay(REST_MS);
    const killed = performance.now();
    await kill();
    while (!(await succeeds().catch(() => false))) await delay(PAUSE_MS);
    times.push(Math.round((performance.now() - killed) / 10) / 100);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? 0, slowest: times.at(-1) ?? 0 };
}
