import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startNode } from './processes.ts';
import { type Bench, makeProject, registerOwner } from './scenario.ts';

/** A service beside the one of all scenarios, with settings, a database and files of its own, an owner and a project. */
export interface OwnService extends Pick<Bench, 'ours' | 'databaseUrl' | 'token' | 'organizationId'> {
  projectId: string;
  /** Takes its database and files away too. */
  stop(): Promise<void>;
}

/** @param env beyond the settings of all scenarios */
export async function startOwnService(
  { databaseUrl, settings }: Pick<Bench, 'databaseUrl' | 'settings'>,
  env: Record<string, string>,
): Promise<OwnService> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const own = new URL(databaseUrl);
  own.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-bench-own-'));
  const ours = await startNode(['--enable-source-maps', 'dist/server.js'], {
    ...settings,
    DATABASE_URL: own.href,
    DATA_DIR: dataDir,
    ...env,
  });
  const owner = { ours, ...(await registerOwner(ours)) };
  const { id: projectId } = await makeProject(owner, 'bench');
  return {
    ...owner,
    databaseUrl: own.href,
    projectId,
    async stop() {
      await ours.stop();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
