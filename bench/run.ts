// `npm run bench` measures the service and its baselines in one run on one machine, as ratios.
// An argument selects the scenarios whose name contains it. `--scale 0.1` makes the data of the
// work list smaller, and `--keep DIRECTORY` reuses it in the next run.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../src/infrastructure/telemetry/logger.ts';
import { startNode } from './processes.ts';
import { print, type Result } from './report.ts';
import { type Bench, registerOwner, type Scenario } from './scenario.ts';
import { captureDuration, captureLeaks, captureRate } from './scenarios/captures.ts';
import { cli } from './scenarios/cli.ts';
import { collect } from './scenarios/collect.ts';
import { comparisons } from './scenarios/comparisons.ts';
import { dashboard } from './scenarios/dashboard.ts';
import { deployments } from './scenarios/deployment.ts';
import { documents } from './scenarios/documents.ts';
import { embed } from './scenarios/embed.ts';
import { imports } from './scenarios/imports.ts';
import { live } from './scenarios/live.ts';
import { locate } from './scenarios/locate.ts';
import { logins } from './scenarios/logins.ts';
import { mcp } from './scenarios/mcp.ts';
import { memory } from './scenarios/memory.ts';
import { notifications } from './scenarios/notifications.ts';
import { requests } from './scenarios/requests.ts';
import { scale as scaling } from './scenarios/scale.ts';
import { start } from './scenarios/start.ts';
import { tokens } from './scenarios/tokens.ts';
import { tracing } from './scenarios/tracing.ts';
import { verdicts } from './scenarios/verdicts.ts';
import { webhooks } from './scenarios/webhooks.ts';
import { workList } from './scenarios/work-list.ts';

/** Scenarios in the order of a run. */
const SCENARIOS: Scenario[] = [
  memory,
  requests,
  tracing,
  documents,
  live,
  imports,
  logins,
  tokens,
  mcp,
  cli,
  collect,
  embed,
  locate,
  dashboard,
  webhooks,
  notifications,
  captureDuration,
  captureRate,
  captureLeaks,
  deployments,
  comparisons,
  verdicts,
  workList,
  scaling,
  start,
];

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const SETTINGS = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'x'.repeat(32),
  RATE_LIMIT_USER: '0',
  RATE_LIMIT_IP: '0',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_PROJECT: '0',
  RATE_LIMIT_COLLECT: '0',
  // Large enough to be counted and never reached.
  COLLECT_HOURLY_MIB: '1000000',
  SOCKETS_PER_USER: '0',
  SOCKETS_PER_IP: '0',
};
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' }, keep: { type: 'string' } },
});
const [filter = ''] = positionals;
const scale = Number(options.scale);
if (!(scale > 0 && scale <= 1)) throw new Error(`--scale ${options.scale}: expected a number above 0 and at most 1`);
const chosen = SCENARIOS.filter(({ name }) => name.includes(filter));
if (chosen.length === 0) {
  throw new Error(`no scenario matches "${filter}"; expected one of ${SCENARIOS.map(({ name }) => name).join(', ')}`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-bench-'));
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, logger: createLogger('warn') });
const results: Result[] = [];
try {
  const databaseUrl = postgres.connectionString;
  const ours = await startNode(['--enable-source-maps', 'dist/server.js'], { ...SETTINGS, DATABASE_URL: databaseUrl });
  const bench: Bench = {
    ours,
    databaseUrl,
    settings: SETTINGS,
    seconds: SECONDS,
    scale,
    ...(options.keep === undefined ? {} : { keep: resolve(options.keep) }),
    ...(await registerOwner(ours)),
  };
  for (const scenario of chosen) {
    await checkpoint(databaseUrl);
    results.push(...(await scenario.run(bench)));
  }
  await ours.stop();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  print(results);
}

/** Flushes written data to disk, so that no scenario pays for the previous one. */
async function checkpoint(connectionString: string): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query('CHECKPOINT');
  await admin.end();
}
