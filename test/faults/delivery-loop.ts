import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { rest } from '../support/client.ts';
import { temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { emptyQueues } from '../support/queues.ts';
import { freePort, type ServerProcess, startServer } from '../support/server-process.ts';
import { startTcpProxy } from '../support/servers/tcp-proxy.ts';
import { createWebhook, SECRET } from '../support/webhooks.ts';
import { auditDeliveries, type DeliveryCounts, waitUntilDelivered } from './delivery-audit.ts';
import { startFlakyReceiver } from './flaky-receiver.ts';
import { seededRandom } from './seeded-random.ts';

export interface DeliveryLoopResult extends DeliveryCounts {
  seed: number;
  /** Kills by process. */
  kills: { api: number; worker: number };
  /** Restarts of PostgreSQL. */
  restarts: number;
  /** Number of times the queue was emptied. */
  losses: number;
  /** Events acknowledged by the service. */
  events: number;
  /** Requests to the receiver. */
  requests: number;
  /** Time from the last kill until all deliveries had finished, seconds. */
  settledAfter: number;
  /** Violated invariants. */
  problems: string[];
}

const WRITERS = 2;
/** Maximum lifetime of a process before the kill, ms. */
const LONGEST_LIFE_MS = 1_500;
/** A lease of 30 s or a lost queue, then up to four attempts that each wait for a sweeper. */
const SETTLED_WITHIN_MS = 60_000;
/** Short retry delays, seconds; the schedule itself is tested elsewhere. */
const RETRY_DELAYS = '0,1,1,1,1';

/**
 * Kills API and worker at random times while events are sent to a receiver that fails a third of
 * the time, restarts PostgreSQL and empties the queue. In the end every event must be delivered, or
 * exhausted after five attempts. The caller cleans up (`killServers`, then `cleanUp`).
 * @param options.kills total, half of them of each process
 */
export async function runDeliveryLoop(options: {
  kills: number;
  restarts?: number;
  losses?: number;
  events: number;
  seed: number;
  redisUrl?: string;
}): Promise<DeliveryLoopResult> {
  const { kills, restarts = 0, losses = 0, events, seed } = options;
  const random = seededRandom(seed);
  const directory = await temporaryDirectory();
  const dataDir = watchDataDir(join(directory, 'database'));
  const startPostgres = () => startEmbeddedPostgres({ dataDir, logger: createLogger('silent') });
  let postgres = await startPostgres();
  const proxy = await startTcpProxy(postgres.connectionString);
  const receiver = await startFlakyReceiver(random, SECRET);
  const shared = {
    DATABASE_URL: proxy.url,
    REDIS_URL: options.redisUrl,
    DATA_DIR: join(directory, 'files'),
    AUTH_SECRET: 'fault-test-secret-fault-test-secret',
    WEBHOOK_RETRY_DELAYS: RETRY_DELAYS,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_IP: '0',
    RATE_LIMIT_AUTH: '0',
  };
  const roles = {
    api: { ...shared, ROLE: 'api', PORT: String(await freePort()) },
    worker: { ...shared, ROLE: 'worker' },
  };
  const start = async (role: keyof typeof roles): Promise<ServerProcess> => {
    const server = await startServer(roles[role]);
    await server.ready();
    return server;
  };
  const running = { api: await start('api'), worker: await start('worker') };
  const { token, projectId } = await demoProject(running.api);
  const organizationId = (await rest(running.api, 'GET', `/projects/${projectId}`, { token })).body.organizationId;
  await createWebhook(running.api, { token, organizationId }, { url: receiver.url });

  const result = { kills: { api: 0, worker: 0 }, restarts: 0, losses: 0, problems: [] as string[] };
  const faults = () => result.kills.api + result.kills.worker + result.restarts + result.losses;
  const acknowledged: string[] = [];
  let next = 0;

  /** Posts until the service acknowledges. */
  async function post(content: string): Promise<void> {
    for (;;) {
      const response = await rest(running.api, 'POST', '/annotations', {
        token,
        headers: { 'idempotency-key': content },
        body: { projectId, content, url: 'https://shop.example/cart' },
      }).catch(() => undefined);
      if (response?.status === 201) return void acknowledged.push(content);
      if (response && response.status < 500) throw new Error(`${content}: status ${response.status}`);
      await delay(20);
    }
  }
  /** Distributes the events over the faults. */
  async function write(): Promise<void> {
    while (next < events) {
      if (next > ((faults() + 1) * events) / (kills + restarts + losses)) {
        await delay(10);
        continue;
      }
      next += 1;
      await post(`note ${next}`);
    }
  }
  async function killAgainAndAgain(role: keyof typeof roles, times: number): Promise<void> {
    for (; result.kills[role] < times; result.kills[role] += 1) {
      await delay(random() * LONGEST_LIFE_MS);
      await running[role].kill();
      running[role] = await start(role);
    }
  }
  async function restartPostgres(): Promise<void> {
    proxy.cut();
    await postgres.stop();
    await delay(random() * LONGEST_LIFE_MS);
    postgres = await startPostgres();
    proxy.moveTo(postgres.connectionString);
    proxy.restore();
    await delay(LONGEST_LIFE_MS);
    result.restarts += 1;
  }
  async function emptyQueue(): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.connectionString });
    await client.connect();
    await emptyQueues(client, options.redisUrl);
    await client.end();
    result.losses += 1;
  }
  /** Alternates between both faults: the queue may be in the database that is restarted. */
  async function disturb(): Promise<void> {
    while (result.restarts < restarts || result.losses < losses) {
      await delay(random() * LONGEST_LIFE_MS);
      const [toRestart, toLose] = [restarts - result.restarts, losses - result.losses];
      await (random() * (toRestart + toLose) < toRestart ? restartPostgres() : emptyQueue());
    }
  }

  await Promise.all([
    ...Array.from({ length: WRITERS }, write),
    killAgainAndAgain('api', Math.floor(kills / 2)),
    killAgainAndAgain('worker', Math.ceil(kills / 2)),
    disturb(),
  ]);
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  const quiet = performance.now();
  result.problems.push(...(await waitUntilDelivered(client, SETTLED_WITHIN_MS)));
  const settledAfter = Math.round((performance.now() - quiet) / 1000);
  const audit = await auditDeliveries(client, {
    projectId,
    acknowledged,
    receiver,
    attempts: RETRY_DELAYS.split(',').length,
  });
  await client.end();
  for (const [role, server] of Object.entries(running)) {
    const { code } = await server.stop();
    if (code !== 0) result.problems.push(`the stop of the ${role} ended with ${code}: ${server.output()}`);
  }
  await receiver.close();
  await proxy.close();
  await postgres.stop();
  const requests = [...receiver.events.values()].reduce((sum, seen) => sum + seen.requests, 0);
  return {
    seed,
    ...result,
    events: acknowledged.length,
    requests,
    settledAfter,
    ...audit,
    problems: [...result.problems, ...audit.problems],
  };
}
