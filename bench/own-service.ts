import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Running, startNode } from './processes.ts';
import { type Bench, post } from './scenario.ts';

/** A service beside the one of all scenarios, with settings, a database and files of its own. */
export interface OwnService {
  ours: Running;
  token: string;
  projectId: string;
  dataDir: string;
  stop(): Promise<void>;
}

export async function startOwnService(
  { databaseUrl }: Pick<Bench, 'databaseUrl'>,
  env: Record<string, string>,
): Promise<OwnService> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const own = new URL(databaseUrl);
  own.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-bench-own-'));
  const ours = await startNode(['--enable-source-maps', 'dist/server.js'], {
    DATABASE_URL: own.href,
    DATA_DIR: dataDir,
    AUTH_SECRET: 'x'.repeat(32),
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_IP: '0',
    RATE_LIMIT_AUTH: '0',
    ...env,
  });
  const account = { email: 'b@example.com', password: 'a long password', name: 'Bench' };
  const session = await post<{ organization: { id: string }; accessToken: string }>(
    { ours, token: '' },
    '/auth/register',
    account,
  );
  const { accessToken: token, organization } = session;
  const project = await post<{ id: string }>({ ours, token }, '/projects', {
    organizationId: organization.id,
    name: 'Bench',
    slug: 'bench',
  });
  return {
    ours,
    token,
    projectId: project.id,
    dataDir,
    async stop() {
      await ours.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
