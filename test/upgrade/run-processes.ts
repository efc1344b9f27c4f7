// `npm run test:upgrade` builds the previous release from its commit, and runs its processes beside
// those of this release on one database under load: alone, while this release starts and migrates,
// beside it, and after it has stopped. It needs the history of the repository and downloads the
// packages of that release, so `npm test` replays recorded statements instead. Costs one minute.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/infrastructure/embedded-postgres/start.ts';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { createWebhook } from '../support/webhooks.ts';
import type { RecordedRelease } from './trace.ts';

const recorded: RecordedRelease = JSON.parse(readFileSync('test/upgrade/previous-release.json', 'utf8'));
const [commit = recorded.commit] = process.argv.slice(2);

const CLIENTS = 4;
/** Length of each phase with both releases, ms. */
const PHASE_MS = 8_000;
const DELIVERED_WITHIN_MS = 60_000;

const quiet = { info: () => undefined, warn: () => undefined };
const problems: string[] = [];

/** Acknowledged annotations, by id, with their number of replies. */
const acknowledged = new Map<string, number>();

/** Clients of one process, which write, reply, resolve and list until they are stopped. */
function startClients(server: ServerProcess, { token }: TestUser, projectId: string) {
  let isStopped = false;
  let calls = 0;
  async function call(method: string, path: string, body?: object) {
    const response = await rest(server, method, path, { token, body });
    calls += 1;
    if (response.status >= 300) problems.push(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }
  async function runClient(): Promise<void> {
    while (!isStopped) {
      const body = { projectId, content: 'The price is wrong', url: 'https://shop.example/cart' };
      const { id } = await call('POST', '/annotations', body);
      await call('POST', `/annotations/${id}/comments`, { content: 'Which one?' });
      await call('PUT', `/annotations/${id}/status`, { status: 'resolved' });
      await call('GET', `/annotations/project/${projectId}?limit=20`);
      acknowledged.set(id, 1);
    }
  }
  const clients = Array.from({ length: CLIENTS }, runClient);
  return async (): Promise<number> => {
    isStopped = true;
    await Promise.all(clients);
    return calls;
  };
}

async function listAll(server: ServerProcess, { token }: TestUser, projectId: string) {
  const found = new Map<string, { status: string; commentCount: number }>();
  for (let cursor = ''; ; ) {
    const path = `/annotations/project/${projectId}?limit=100${cursor && `&cursor=${cursor}`}`;
    const { body, headers } = await rest(server, 'GET', path, { token });
    for (const annotation of body) found.set(annotation.id, annotation);
    const next = headers.get('x-next-cursor');
    if (!next) return found;
    cursor = next;
  }
}

const tree = join(await temporaryDirectory(), 'release');
const run = (program: string, args: string[], cwd = '.') =>
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
run('git', ['worktree', 'add', '--quiet', '--detach', tree, commit]);
run('npm', ['ci', '--silent'], tree);
run('npm', ['run', 'build', '--silent'], tree);
const postgres = await startEmbeddedPostgres({
  dataDir: watchDataDir(join(await temporaryDirectory(), 'data')),
  logger: quiet,
});
const receiver = await startReceiver((_request, response) => void response.writeHead(204).end());
try {
  const start = async (build?: string): Promise<ServerProcess> => {
    const env = {
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: join(await temporaryDirectory(), 'data'),
      AUTH_SECRET: 'x'.repeat(32),
      RATE_LIMIT_USER: '0',
      RATE_LIMIT_IP: '0',
      RATE_LIMIT_AUTH: '0',
      NETWORK_POLICY: 'open',
    };
    const server = await startServer(env, { build });
    await server.ready();
    return server;
  };
  const previous = await start(tree);
  const owner = await registerUser(previous);
  const { id: projectId } = await createProject(previous, owner);
  await createWebhook(previous, owner, { url: receiver.url });
  const stopOld = startClients(previous, owner, projectId);
  await wait(PHASE_MS / 2);
  const current = await start();
  const stopNew = startClients(current, owner, projectId);
  await wait(PHASE_MS);
  const [byOld, byOther] = [await listAll(previous, owner, projectId), await listAll(current, owner, projectId)];
  if (byOld.size === 0 || byOther.size === 0) problems.push('a release lists nothing');
  const oldCalls = await stopOld();
  await previous.stop();
  await wait(PHASE_MS / 2);
  const newCalls = await stopNew();

  const found = await listAll(current, owner, projectId);
  for (const [id, replies] of acknowledged) {
    const annotation = found.get(id);
    if (annotation?.status !== 'resolved' || annotation.commentCount !== replies) {
      problems.push(`annotation ${id}: ${JSON.stringify(annotation)}`);
    }
  }
  // An annotation and its reply are events of the webhook.
  const events = () => new Set(receiver.requests.map(({ headers }) => headers['x-svc-delivery'])).size;
  const until = performance.now() + DELIVERED_WITHIN_MS;
  while (events() < 2 * found.size && performance.now() < until) await wait(200);
  if (events() !== 2 * found.size) problems.push(`${events()} events delivered, expected ${2 * found.size}`);
  for (const server of [previous, current]) {
    const errors = server
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line));
    problems.push(...errors);
  }
  await current.stop();
  const summary = { commit, oldCalls, newCalls, acknowledged: acknowledged.size, delivered: events() };
  process.stdout.write(`${JSON.stringify({ ...summary, problems: problems.slice(0, 20) })}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await killServers();
  await receiver.close();
  await postgres.stop();
  run('git', ['worktree', 'remove', '--force', tree]);
  await cleanUp();
}
