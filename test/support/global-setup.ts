import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { applyMigrations } from '../../src/infrastructure/database/apply-migrations.ts';
import { runBackfills } from '../../src/infrastructure/database/backfills.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/embedded-postgres/start.ts';
import { QUEUE_SCHEMA } from '../../src/infrastructure/queues/connect-queues.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { sharedBrowserProgram } from './browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connects to the server's maintenance database. */
    adminUrl: string;
  }
}

/**
 * Database with every migration applied, including those of the queues; copied for each test file.
 */
export const TEMPLATE = 'pinbound_template';

/**
 * In-memory file system. Each test file creates and deletes a database of 400 files, which is slow
 * on disks.
 */
const MEMORY = '/dev/shm';
/** Free memory required for the cluster, bytes. It uses a quarter. */
const CLUSTER_BYTES = 2 * 1024 ** 3;

/** Enough for every worker's apps, which close their connections late on a busy machine. */
const MAX_CONNECTIONS = 400;

/** Runs the backfills of the migrations, as a worker does right after the first start. */
async function finishBackfills(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString });
  await runBackfills({ pool, logger: { info: () => undefined }, stopping: new AbortController().signal });
  await pool.end();
}

/** One real PostgreSQL and one unpacked browser for the whole run, unless only unit tests run. */
export default async function setup(project: TestProject): Promise<undefined | (() => Promise<void>)> {
  const { projects } = project.vitest;
  if (projects.every(({ name }) => name === 'unit')) return;
  // Unpacked before the workers start, which would all unpack a copy.
  await sharedBrowserProgram();
  const logger = createLogger('warn');
  const dataDir = await mkdtemp(join(await clusterParent(), 'pinbound-test-'));
  // The user of PostgreSQL must be able to enter the directory when the tests run as root.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, logger, maxConnections: MAX_CONNECTIONS });
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  // Tests that kill a PostgreSQL start their own; this one need not survive a crash.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
    await admin.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await admin.query('SELECT pg_reload_conf()');
  // Each app opens a dozen connections; 4,096 iterations, the default, take a millisecond of each.
  await admin.query('SET scram_iterations = 1');
  await admin.query(
    `ALTER ROLE CURRENT_USER PASSWORD '${decodeURIComponent(new URL(server.connectionString).password)}'`,
  );
  await admin.end();
  const template = new URL(server.connectionString);
  template.pathname = `/${TEMPLATE}`;
  await applyMigrations({ connectionString: template.href, migrationsDir: resolve('prisma/migrations'), logger });
  await migrateQueues(template.href);
  await finishBackfills(template.href);
  project.provide('adminUrl', server.connectionString);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function clusterParent(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= CLUSTER_BYTES ? MEMORY : tmpdir();
}

/** Creates the tables of BullMQ, which every process would otherwise create in each copy. */
async function migrateQueues(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, options: `-c search_path=${QUEUE_SCHEMA}` });
  await client.connect();
  await runMigrations(client as never, QUEUE_SCHEMA);
  await client.end();
}
