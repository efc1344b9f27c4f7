import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../src/infrastructure/telemetry/logger.ts';
import { startNode } from './processes.ts';
import { type Bench, registerOwner } from './scenario.ts';
import { fillWorkList, type WorkListSize } from './work-list-data.ts';

const SIZE: WorkListSize = { projects: 200, annotations: 1_000_000, labels: 10_000, replies: 5 };

/** Objects that filters name. */
export interface WorkListIds {
  owner: string;
  project: string;
  projects: string[];
  label: string;
  member: string;
}

/** Service on a database server of its own, with the data of the work list. */
export interface WorkListService extends Pick<Bench, 'ours' | 'databaseUrl' | 'token' | 'organizationId'> {
  ids: WorkListIds;
  stop(): Promise<void>;
}

/** Starts the service, and generates its data unless a former run kept it. */
export async function startWorkListService({ settings, scale, keep }: Bench): Promise<WorkListService> {
  const dataDir = keep ?? (await mkdtemp(join(tmpdir(), 'pinbound-bench-list-')));
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, logger: createLogger('warn') });
  const databaseUrl = postgres.connectionString;
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  await makeUnsafeAndFast(sql);
  const ours = await startNode(['--enable-source-maps', 'dist/server.js'], {
    ...settings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'service'),
  });
  const owner = await registerOwner(ours);
  const { annotations, ...size } = SIZE;
  const { rowCount } = await sql.query('SELECT FROM annotations LIMIT 1');
  if (rowCount === 0) await fillWorkList(sql, owner, { ...size, annotations: Math.round(annotations * scale) });
  await sql.query('CHECKPOINT');
  const ids = await readIds(sql, owner.userId);
  await sql.end();
  return {
    ...owner,
    ours,
    databaseUrl,
    ids,
    async stop() {
      await ours.stop();
      await postgres.stop();
      if (keep === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Settings that lose data if the machine fails, and save most of the time of loading. */
async function makeUnsafeAndFast(sql: pg.Client): Promise<void> {
  for (const setting of ['fsync = off', 'full_page_writes = off', "max_wal_size = '8GB'"]) {
    await sql.query(`ALTER SYSTEM SET ${setting}`);
  }
  await sql.query('SELECT pg_reload_conf()');
}

async function readIds(sql: pg.Client, owner: string): Promise<WorkListIds> {
  const idsOf = async (text: string) => (await sql.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const projects = await idsOf(`SELECT id FROM projects WHERE slug LIKE 'project-%' ORDER BY id LIMIT 5`);
  const [label = ''] = await idsOf(
    `SELECT label_ids[1] AS id FROM annotations WHERE project_id = '${projects[0]}' AND label_ids <> '{}'
      GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const [member = ''] = await idsOf(`SELECT id FROM users WHERE email = 'member-7@bench.example'`);
  return { owner, project: projects[0] ?? '', projects, label, member };
}
