import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../test/support/server-process.ts';
import { startRedis } from '../test/support/servers/redis-server.ts';
import { parentOf } from './cpu.ts';
import { type Running, startNode } from './processes.ts';
import { type Bench, makeProject, registerOwner } from './scenario.ts';

/** Processes of each kind on one database and Redis, with a project. */
export interface ScaledService extends Pick<Bench, 'ours' | 'token' | 'organizationId'> {
  apis: Running[];
  workers: Running[];
  sql: pg.Client;
  /** Process of PostgreSQL, whose sessions are below it. */
  postgresPid: number;
  project: { id: string; projectKey: string };
  stop(): Promise<void>;
}

/** @param count processes of each kind */
export async function startScaledService(bench: Bench, count: number): Promise<ScaledService> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const database = new URL(bench.databaseUrl);
  database.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: bench.databaseUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const redis = await startRedis();
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-bench-scale-'));
  const settings = {
    ...bench.settings,
    NETWORK_POLICY: 'open',
    CAPTURE_CONCURRENCY: '1',
    DATABASE_URL: database.href,
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
  };
  const start = (env: Record<string, string>) =>
    startNode(['--enable-source-maps', 'dist/server.js'], { ...settings, ...env });
  const [apis, workers]: [Running[], Running[]] = [[], []];
  for (let number = 0; number < count; number += 1) {
    apis.push(await start({ ROLE: 'api' }));
    workers.push(await start({ ROLE: 'worker', WORKER_PORT: String(await freePort()) }));
  }
  const [ours] = apis;
  if (!ours) throw new Error('at least one process of each kind');
  const owner = { ours, ...(await registerOwner(ours)) };
  const sql = new pg.Client({ connectionString: database.href });
  await sql.connect();
  const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return {
    ...owner,
    apis,
    workers,
    sql,
    postgresPid: await parentOf(rows[0]?.pid ?? 0),
    project: await makeProject(owner, 'scale'),
    async stop() {
      await sql.end();
      await Promise.all([...apis, ...workers].map((each) => each.stop()));
      await redis.stop();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
