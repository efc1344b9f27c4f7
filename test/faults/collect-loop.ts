import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { isAlive } from '../../src/infrastructure/system/process-alive.ts';
import { temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { freePort, type ServerProcess, startServer } from '../support/server-process.ts';
import { Collector, EVENTS } from './collector.ts';
import { connectTo } from './comment-audit.ts';
import { seededRandom } from './seeded-random.ts';
import { waitForFirstAck } from './wait-for-first-ack.ts';

export interface CollectLoopResult {
  seed: number;
  rounds: number;
  /** Batches acknowledged by the service. */
  accepted: number;
  /** Batches whose response was lost by a kill; each was resent. */
  unanswered: number;
  /** Kills of PostgreSQL, before the service or with it. */
  withPostgres: number;
  /** 503 responses while the database was unavailable. */
  unavailable: number;
  /** Violated invariants. */
  problems: string[];
}

const COLLECTORS = 8;
/** Maximum time of a round before the kill, ms. */
const LONGEST_LIFE_MS = 600;
const COUNTED_WITHIN_MS = 40_000;

/**
 * Kills a real process at random times while collectors post batches, in a third of the rounds its
 * PostgreSQL first, and restarts it. After each start every accepted batch must exist exactly once,
 * and be counted once at the end. The test cleans up (`killServers`, then `cleanUp`).
 */
export async function runCollectLoop({ rounds, seed }: { rounds: number; seed: number }): Promise<CollectLoopResult> {
  const random = seededRandom(seed);
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    RATE_LIMIT_COLLECT: '0',
    COLLECT_HOURLY_MIB: '1000000',
    LOG_LEVEL: 'silent',
  };
  const collectors = Array.from({ length: COLLECTORS }, (_none, index) => new Collector(index));
  const result = {
    seed,
    rounds,
    accepted: 0,
    unanswered: 0,
    withPostgres: 0,
    unavailable: 0,
    problems: [] as string[],
  };
  const accepted = () => collectors.flatMap((collector) => collector.accepted);

  async function startAndCheck(): Promise<{ server: ServerProcess; projectId: string }> {
    const server = await startServer(env);
    await server.ready();
    const { projectId } = await demoProject(server);
    const database = await connectTo(dataDir);
    result.problems.push(...(await missingOrTwice(database, projectId, accepted())));
    await database.end();
    return { server, projectId };
  }

  for (let round = 0; round < rounds && result.problems.length === 0; round += 1) {
    const { server, projectId } = await startAndCheck();
    const collecting = collectors.map((collector) => collector.write(server, projectId));
    await waitForFirstAck(collecting, () => accepted().length);
    await delay(random() * LONGEST_LIFE_MS);
    const postgres = random() < 0.33 ? await readPostmasterPid(join(dataDir, 'postgres')) : undefined;
    if (postgres && isAlive(postgres.pid)) {
      process.kill(postgres.pid, 'SIGKILL');
      result.withPostgres += 1;
      await delay(random() * 200);
    }
    await server.kill();
    await Promise.all(collecting);
    result.unanswered += collectors.filter(({ unanswered }) => unanswered).length;
  }

  const { server, projectId } = await startAndCheck();
  const database = await connectTo(dataDir);
  result.problems.push(...(await waitUntilCounted(database, projectId)));
  await database.end();
  const { code } = await server.stop();
  if (code !== 0) result.problems.push(`the last stop ended with ${code}: ${server.output()}`);
  result.problems.push(...collectors.flatMap(({ problems }) => problems));
  result.accepted = accepted().length;
  result.unavailable = collectors.reduce((sum, { unavailable }) => sum + unavailable, 0);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return result;
}

/** Returns accepted batches that are missing, and batches that are duplicate or incomplete. */
export async function missingOrTwice(database: pg.Client, projectId: string, accepted: string[]): Promise<string[]> {
  const { rows } = await database.query<{ sessionId: string; times: number; events: number }>(
    `SELECT session_id AS "sessionId", count(*)::int AS times, sum(json_array_length(events))::int AS events
       FROM collected_batches WHERE project_id = $1 GROUP BY 1`,
    [projectId],
  );
  const stored = new Map(rows.map((row) => [row.sessionId, row]));
  const missing = accepted
    .filter((sessionId) => !stored.has(sessionId))
    .map((id) => `${id} was accepted and is missing`);
  const wrong = rows.filter(({ times, events }) => times !== 1 || events !== EVENTS);
  return [...missing, ...wrong.map((row) => `stored wrongly: ${JSON.stringify(row)}`)].slice(0, 20);
}

/** Waits until the daily counts and the organization's usage contain every stored event once. */
export async function waitUntilCounted(database: pg.Client, projectId: string): Promise<string[]> {
  const deadline = performance.now() + COUNTED_WITHIN_MS;
  for (;;) {
    const { rows } = await database.query<{ left: number; stored: number; counted: number; used: number }>(
      `SELECT (SELECT count(*)::int FROM collected_uncounted) AS left,
              (SELECT count(*)::int * ${EVENTS} FROM collected_batches WHERE project_id = $1) AS stored,
              (SELECT coalesce(sum(clicks), 0)::int FROM collected_daily WHERE project_id = $1) AS counted,
              (SELECT coalesce(sum(used), 0)::int FROM usage_counters JOIN projects USING (organization_id)
                WHERE id = $1 AND metric = 'events') AS used`,
      [projectId],
    );
    const [{ left, stored, counted, used } = { left: 1, stored: 0, counted: -1, used: -1 }] = rows;
    if (left === 0 && stored === counted && stored === used) return [];
    if (left === 0) return [`${stored} events are stored, ${counted} are counted, ${used} are used of the plan`];
    if (performance.now() > deadline) return [`${left} batches are not counted after ${COUNTED_WITHIN_MS} ms`];
    await delay(100);
  }
}
