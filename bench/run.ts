// `npm run bench`: the service and a bare node:http + pg server, side by side on one PostgreSQL, as ratios.
// An argument limits it to the scenarios whose name contains it.
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../src/infrastructure/logger.ts';
import { liveLatency } from './live.ts';
import { type Load, sideBySide } from './load.ts';
import { type Running, startNode } from './processes.ts';
import { print, type Result } from './report.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const LIMITS_OFF = {
  ...{ RATE_LIMIT_USER: '0', RATE_LIMIT_IP: '0', RATE_LIMIT_AUTH: '0', RATE_LIMIT_PROJECT: '0' },
  ...{ SOCKETS_PER_USER: '0', SOCKETS_PER_IP: '0' },
};
const only = process.argv[2] ?? '';

const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, logger: createLogger('warn') });
const results: Result[] = [];
try {
  const env = {
    DATABASE_URL: postgres.connectionString,
    NODE_ENV: 'production',
    AUTH_SECRET: 'x'.repeat(32),
    ...LIMITS_OFF,
  };
  const ours = await startNode(['--enable-source-maps', 'dist/server.js'], env);
  results.push({ name: 'idle memory, RSS', ours: rssMegabytes(ours), unit: 'MB', aim: '< 200' });
  await compare(ours);
  await ours.stop();
} finally {
  await postgres.stop();
}
await measureStart();
await rm(dataDir, { recursive: true, force: true });
print(results);

async function compare(ours: Running): Promise<void> {
  const session = await post(ours, '/auth/register', {
    email: 'b@example.com',
    password: 'a long password',
    name: 'Bench',
  });
  const authorization = { authorization: `Bearer ${session.accessToken}` };
  const organizationId = (session.organization as { id: string }).id;
  const makeProject = (slug: string) => post(ours, '/projects', { organizationId, name: slug, slug }, authorization);
  const [read, write, live] = [await makeProject('read'), await makeProject('write'), await makeProject('live')];
  for (let number = 0; number < 100; number += 1) {
    await post(ours, '/annotations', annotation(String(read.id), `Number ${number}`), authorization);
  }
  const bare = await startNode(['--import', 'tsx', 'bench/bare-server.ts'], {
    DATABASE_URL: postgres.connectionString,
    USER_ID: String((session.user as { id: string }).id),
  });

  const json = { ...authorization, 'content-type': 'application/json' };
  const query = graphqlList(String(read.id));
  const creation = {
    method: 'POST',
    headers: json,
    body: JSON.stringify(annotation(String(write.id), 'The price is wrong')),
  } as const;
  const bareList: Load = { url: `${bare.url}/list/${read.id}` };
  const scenarios: [string, string, Load, Load][] = [
    ['POST /annotations', '≥ 0.5', { url: `${ours.url}/annotations`, ...creation }, { url: bare.url, ...creation }],
    [
      'GET list of 100 over REST',
      '≥ 0.5',
      { url: `${ours.url}/annotations/project/${read.id}`, headers: authorization },
      bareList,
    ],
    [
      'list of 100 over GraphQL',
      '≥ 0.35',
      { url: `${ours.url}/graphql`, method: 'POST', headers: json, body: query },
      bareList,
    ],
  ];
  for (const [name, aim, load, peer] of scenarios) {
    if (!name.includes(only)) continue;
    const measured = await sideBySide(load, peer, SECONDS);
    results.push({
      name,
      ours: measured.ours.requestsPerSecond,
      peer: measured.peer.requestsPerSecond,
      unit: 'requests/s',
      aim,
      note: `p99 ${measured.ours.p99Ms} ms, bare ${measured.peer.p99Ms} ms`,
    });
  }
  await bare.stop();
  if ('live'.includes(only)) await measureLive(ours, String(live.id), String(session.accessToken), authorization);
}

async function measureLive(
  ours: Running,
  projectId: string,
  token: string,
  headers: Record<string, string>,
): Promise<void> {
  const [subscribers, events] = [200, 100];
  const create = async (content: string) => {
    await post(ours, '/annotations', annotation(projectId, content), headers);
  };
  const { p50, p99, received } = await liveLatency({ url: ours.url, token, projectId, subscribers, events, create });
  const note = `p50 ${p50.toFixed(1)} ms, ${received} of ${subscribers * events} received`;
  results.push({ name: 'event to 200 subscribers, p99', ours: p99, unit: 'ms', aim: '≤ 50', note });
}

/** From `node dist/server.js` to ready, with the embedded PostgreSQL: the first start initialises it. */
async function measureStart(): Promise<void> {
  if (!'start'.includes(only)) return;
  const directory = join(dataDir, 'start');
  for (const [name, aim] of [
    ['first start', '–'],
    ['second start', '< 5'],
  ] as const) {
    const server = await startNode([resolve('dist/server.js')], { DATA_DIR: directory });
    results.push({ name, ours: server.startMs / 1000, unit: 's', aim });
    await server.stop();
  }
}

async function post(target: Running, path: string, body: object, headers = {}): Promise<Record<string, unknown>> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(target.url + path, init);
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Record<string, unknown>>;
}

function annotation(projectId: string, content: string): object {
  const metadata = {
    selector: 'main > section:nth-of-type(2) .price',
    xpath: '/html/body/main/section[2]/p',
    text: '49 €',
  };
  return { projectId, content, url: 'https://shop.example/cart', position_x: 312.5, position_y: 1480, metadata };
}

/** The members that REST answers with. */
function graphqlList(projectId: string): string {
  const members = `id number projectId content url position_x position_y metadata domFingerprint status assigneeId
    author { id name email } source environmentId anchor { state confidence checkedAt } screenshotUrl commentCount
    createdAt updatedAt resolvedAt`;
  const query = `query ($id: ID!) { annotations(projectId: $id) { nodes { ${members} } pageInfo { hasNextPage endCursor } } }`;
  return JSON.stringify({ query, variables: { id: projectId } });
}

function rssMegabytes({ pid }: Running): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}
