import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startNode } from './processes.ts';
import { type Bench, makeProject, registerOwner } from './scenario.ts';

/** Separate service with its own settings, database and files, and without users. */
export interface EmptyService extends Pick<Bench, 'ours' | 'databaseUrl'> {
  /** Directory of its files. */
  dataDir: string;
  /** Stops the service and deletes its database and files. */
  stop(): Promise<void>;
}

/** Separate service with an owner and a project. */
export interface IsolatedService extends EmptyService, Pick<Bench, 'token' | 'userId' | 'organizationId'> {
  projectId: string;
}

/**
 * Starts a service, and registers its owner.
 *
 * @param env additions to the common settings
 * @param options of Node.js
 */
export async function startIsolatedService(
  bench: Pick<Bench, 'databaseUrl' | 'settings'>,
  env: Record<string, string>,
  options: string[] = [],
): Promise<IsolatedService> {
  const service = await startEmptyService(bench, env, options);
  const owner = { ours: service.ours, ...(await registerOwner(service.ours)) };
  const { id: projectId } = await makeProject(owner, 'bench');
  return { ...service, ...owner, projectId };
}

/**
 * Starts a service that receives no request.
 *
 * @param env additions to the common settings
 * @param options of Node.js
 */
export async function startEmptyService(
  { databaseUrl, settings }: Pick<Bench, 'databaseUrl' | 'settings'>,
  env: Record<string, string>,
  options: string[] = [],
): Promise<EmptyService> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const ownDatabase = new URL(databaseUrl);
  ownDatabase.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-bench-own-'));
  const ours = await startNode([...options, '--enable-source-maps', 'dist/server.js'], {
    ...settings,
    DATABASE_URL: ownDatabase.href,
    DATA_DIR: dataDir,
    ...env,
  });
  return {
    ours,
    databaseUrl: ownDatabase.href,
    dataDir,
    async stop() {
      await ours.stop();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
