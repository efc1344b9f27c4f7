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
import { begun } from './wait-for-first-ack.ts';

export interface CollectLoopResult {
  seed: number;
  rounds: number;
  /** Batches that the service said it has. */
  accepted: number;
  /** Batches whose answer a kill has swallowed; each was sent again. */
  unanswered: number;
  /** How often PostgreSQL was killed, before the service or with it. */
  withPostgres: number;
  /** Answers that told to come back while the database was away. */
  refusals: number;
  /** What must not be; empty when all is well. */
  problems: string[];
}

const COLLECTORS = 8;
/** The longest time that a round collects before it is killed, milliseconds. */
const LONGEST_LIFE_MS = 600;
const COUNTED_WITHIN_MS = 40_000;

/**
 * Kills a real process, and in a third of the rounds its PostgreSQL first, at random moments while collectors post batches,
 * and starts it again; after each start every accepted batch must be there exactly once, and in the end be counted once.
 * The caller cleans up (`killServers`, then `cleanUp`).
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
  const result = { seed, rounds, accepted: 0, unanswered: 0, withPostgres: 0, refusals: 0, problems: [] as string[] };
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
    await begun(collecting, () => accepted().length);
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
  result.problems.push(...(await untilCounted(database, projectId)));
  await database.end();
  const { code } = await server.stop();
  if (code !== 0) result.problems.push(`the last stop ended with ${code}: ${server.output()}`);
  result.problems.push(...collectors.flatMap(({ problems }) => problems));
  result.accepted = accepted().length;
  result.refusals = collectors.reduce((sum, { refusals }) => sum + refusals, 0);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return result;
}

/** Accepted batches that are missing, and batches that are there twice or in part. */
async function missingOrTwice(database: pg.Client, projectId: string, accepted: string[]): Promise<string[]> {
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

/** Waits until the daily counts hold every stored event, once, and so does what the organization used. */
async function untilCounted(database: pg.Client, projectId: string): Promise<string[]> {
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
