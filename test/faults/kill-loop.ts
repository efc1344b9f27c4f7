import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { isAlive } from '../../src/infrastructure/system/process-alive.ts';
import { temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { freePort, type ServerProcess, startServer } from '../support/server-process.ts';
import { auditDatabase, connectTo, waitUntilRelayed } from './comment-audit.ts';
import { seededRandom } from './seeded-random.ts';
import { waitForFirstAck } from './wait-for-first-ack.ts';
import { Writer } from './writer.ts';

export interface KillLoopResult {
  seed: number;
  rounds: number;
  /** Kills by phase and process. */
  kills: { whileWriting: number; duringStart: number; withPostgres: number };
  /** Starts that reattached to a surviving PostgreSQL. */
  adoptions: number;
  /** Annotations acknowledged by the service. */
  acknowledged: number;
  /** Requests whose response was lost by a kill; each was resent with its Idempotency-Key. */
  unanswered: number;
  /** Time from a start after a kill to readiness, ms. */
  slowestStart: number;
  /** Violated invariants. */
  problems: string[];
}

const WRITERS = 4;
/** Maximum time of a round, or of a start, before the kill, ms. */
const LONGEST_LIFE_MS = 1_000;
const RELAYED_WITHIN_MS = 20_000;

/**
 * Kills a real process at random times while writers post annotations, in half of the rounds with
 * its PostgreSQL, and restarts it. After each start, everything acknowledged must exist exactly
 * once. The test cleans up (`killServers`, then `cleanUp`).
 */
export async function runKillLoop({ rounds, seed }: { rounds: number; seed: number }): Promise<KillLoopResult> {
  const random = seededRandom(seed);
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_IP: '0',
    RATE_LIMIT_AUTH: '0',
  };
  const writers = Array.from({ length: WRITERS }, (_none, index) => new Writer(index));
  const result: KillLoopResult = {
    seed,
    rounds,
    kills: { whileWriting: 0, duringStart: 0, withPostgres: 0 },
    adoptions: 0,
    acknowledged: 0,
    unanswered: 0,
    slowestStart: 0,
    problems: [],
  };

  const acknowledged = () => writers.flatMap((writer) => writer.acknowledged);
  const postgresNow = () => readPostmasterPid(join(dataDir, 'postgres'));
  let postgresBefore: number | undefined;

  /** Starts the service and checks its data. */
  async function startAndCheck(): Promise<{ server: ServerProcess; token: string; projectId: string }> {
    const started = performance.now();
    const server = await startServer(env);
    await server.ready();
    result.slowestStart = Math.max(result.slowestStart, Math.round(performance.now() - started));
    const postgres = (await postgresNow())?.pid;
    if (postgres === postgresBefore) result.adoptions += 1;
    postgresBefore = postgres;
    const demo = await demoProject(server);
    const database = await connectTo(dataDir);
    result.problems.push(...(await auditDatabase(database, demo.projectId, acknowledged())));
    await database.end();
    return { server, ...demo };
  }

  async function kill(server: ServerProcess): Promise<void> {
    const postgres = random() < 0.5 ? await postgresNow() : undefined;
    const killPostgres = () => {
      if (!postgres || !isAlive(postgres.pid)) return;
      process.kill(postgres.pid, 'SIGKILL');
      result.kills.withPostgres += 1;
    };
    const postgresFirst = random() < 0.5;
    if (postgresFirst) killPostgres();
    await server.kill();
    if (!postgresFirst) killPostgres();
  }

  for (let round = 0; round < rounds && result.problems.length === 0; round += 1) {
    if (round > 0 && random() < 0.15) {
      const server = await startServer(env);
      await delay(random() * LONGEST_LIFE_MS);
      await kill(server);
      result.kills.duringStart += 1;
      continue;
    }
    const { server, token, projectId } = await startAndCheck();
    const writing = writers.map((writer) => writer.write(server, token, projectId));
    await waitForFirstAck(writing, () => acknowledged().length);
    await delay(random() * LONGEST_LIFE_MS);
    await kill(server);
    await Promise.all(writing);
    result.unanswered += writers.filter(({ unanswered }) => unanswered).length;
    result.kills.whileWriting += 1;
  }

  const { server } = await startAndCheck();
  const database = await connectTo(dataDir);
  result.problems.push(...(await waitUntilRelayed(database, RELAYED_WITHIN_MS)));
  await database.end();
  const postgres = await postgresNow();
  const { code } = await server.stop();
  if (code !== 0) result.problems.push(`the last stop ended with ${code}: ${server.output()}`);
  if (!postgres || isAlive(postgres.pid)) result.problems.push('PostgreSQL outlives the last stop');
  result.problems.push(...writers.flatMap(({ problems }) => problems));
  result.acknowledged = acknowledged().length;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return result;
}
