import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { applyMigrations } from '../../src/infrastructure/database/apply-migrations.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connects to the server's maintenance database. */
    adminUrl: string;
  }
}

/** Copied for each test file: a database with every migration applied. */
export const TEMPLATE = 'pinbound_template';

/** One real PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const logger = createLogger('warn');
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-test-'));
  // PostgreSQL's own user must pass through when the tests run as root.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, logger });
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  // Tests that kill a PostgreSQL start one of their own; this one need not outlive the run.
  await admin.query('ALTER SYSTEM SET fsync = off');
  await admin.query('SELECT pg_reload_conf()');
  await admin.end();
  const template = new URL(server.connectionString);
  template.pathname = `/${TEMPLATE}`;
  await applyMigrations({ connectionString: template.href, migrationsDir: resolve('prisma/migrations'), logger });
  project.provide('adminUrl', server.connectionString);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
