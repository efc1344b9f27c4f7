// Mixed load for thirty minutes: requests, live updates, captures, collecting and deliveries.
// Memory must stay flat after the warm-up. Run after a build: `npm run test:soak [minutes] [batches
// per second]`.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { collectLoad } from '../../bench/scenarios/collect.ts';
import { startSite } from '../clients/support/feedback-double.ts';
import { startFlakyReceiver } from '../faults/flaky-receiver.ts';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { transports } from '../support/live-client.ts';
import { follow } from '../support/live-follower.ts';
import { startLoad } from '../support/mixed-load.ts';
import { killServers, startServer } from '../support/server-process.ts';
import { createWebhook, SECRET } from '../support/webhooks.ts';

const minutes = Number(process.argv[2] ?? 30);
const rate = Number(process.argv[3] ?? 50);
const REST_SECONDS = 60;
/** Maximum growth of memory from the second to the last quarter; the first one is warm-up. */
const GROWTH = 1.15;
/** Maximum memory after the load, MB. */
const AT_REST = 450;

const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
const pages = new Map([
  ['/', '<!doctype html><html lang="en"><title>Bakery</title><h1>Fresh bread</h1><p>49 €</p></html>'],
]);
const site = await startSite(pages);
const receiver = await startFlakyReceiver(() => 1, SECRET);
try {
  const server = await startServer({
    DATA_DIR: dataDir,
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_IP: '0',
    RATE_LIMIT_PROJECT: '0',
    RATE_LIMIT_COLLECT: '0',
    COLLECT_HOURLY_MIB: '1000000',
    LOG_LEVEL: 'warn',
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX,
    NODE_OPTIONS: process.env.SERVICE_NODE_OPTIONS,
  });
  await server.ready();
  await delay(REST_SECONDS * 500);
  const idle = residentMegabytes(server.pid);
  const owner = await registerUser(server);
  const project = await createProject(server, owner);
  await createWebhook(server, owner, { url: receiver.url });
  // The token of a session would expire.
  const actions = ['project.read', 'annotation.read', 'annotation.create', 'snapshot.read', 'snapshot.create'];
  const body = { name: 'Soak', actions, allProjects: true };
  const { token } = (await rest(server, 'POST', '/auth/access-tokens', { token: owner.token, body })).body;
  const target = { token, projectId: project.id, projectKey: project.projectKey };
  const load = startLoad({ url: server.url, site: `${site.url}/`, ...target });
  const followers = Object.keys(transports).map((transport) => follow(load.client, transport, target));

  const samples: { resident: number; heap: number }[] = [];
  const sampling = setInterval(() => {
    void usedHeapMegabytes(server).then((heap) => samples.push({ resident: residentMegabytes(server.pid), heap }));
  }, 1_000);
  const collecting = await autocannon({
    ...collectLoad(`${server.url}/v1/collect`, project.projectKey),
    connections: 16,
    duration: minutes * 60,
    overallRate: rate,
  });
  clearInterval(sampling);
  await load.stop();
  for (const follower of followers) await follower.stop();
  await delay(REST_SECONDS * 1_000);

  const quarter = Math.floor(samples.length / 4);
  const memory = (kind: 'resident' | 'heap') => ({
    second: median(samples.slice(quarter, 2 * quarter).map((sample) => sample[kind])),
    last: median(samples.slice(3 * quarter).map((sample) => sample[kind])),
  });
  const [resident, heap] = [memory('resident'), memory('heap')];
  const atRest = residentMegabytes(server.pid);
  const problems = [
    ...load.client.problems,
    ...(collecting.non2xx + collecting.errors > 0 ? [`${collecting.non2xx + collecting.errors} batches failed`] : []),
    ...(resident.last > resident.second * GROWTH ? ['resident memory grew'] : []),
    ...(heap.last > heap.second * GROWTH ? ['the heap grew'] : []),
    ...(atRest > AT_REST ? [`${atRest} MB at rest; expected at most ${AT_REST}`] : []),
  ];
  const result = {
    minutes,
    calls: load.client.answered,
    snapshots: load.snapshots.length,
    deliveries: receiver.events.size,
    liveUpdates: followers.map((follower) => follower.live.size),
    batches: collecting.requests.total,
    memoryMB: { idle, resident, heap, atRest },
    problems,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
  await server.stop();
} finally {
  await killServers();
  await receiver.close();
  await site.close();
  await cleanUp();
}

function residentMegabytes(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);
}

async function usedHeapMegabytes({ url }: { url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Math.round(Number(/^nodejs_heap_size_used_bytes (.+)$/m.exec(text)?.[1]) / 1_048_576);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
