import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations } from '../../../src/infrastructure/database/apply-migrations.ts';
import { runBackfills } from '../../../src/infrastructure/database/backfills.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/infrastructure/embedded-postgres/start.ts';
import { cleanUp, queryValue, temporaryDirectory, watchDataDir } from '../../support/data-dirs.ts';

const BACKFILLS = 'prisma/migrations/20261129090000_backfills/migration.sql';
const messages: string[] = [];
const logger = {
  info: (_fields: object, message: string) => void messages.push(message),
  warn: () => undefined,
};

let server: EmbeddedPostgres;
let databases = 0;
let connectionString: string;
let migrationsDir: string;

beforeAll(async () => {
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  server = await startEmbeddedPostgres({ dataDir, stagingDir: join(dataDir, '..', 'staging'), logger });
});
afterAll(async () => {
  await server.stop();
  await cleanUp();
});
beforeEach(async () => {
  messages.length = 0;
  databases += 1;
  await queryValue(server.connectionString, `CREATE DATABASE test_${databases}`);
  connectionString = server.connectionString.replace('/pinbound?', `/test_${databases}?`);
  migrationsDir = await temporaryDirectory();
  await writeFile(join(migrationsDir, 'migration_lock.toml'), 'provider = "postgresql"\n');
  await addMigration('20260101000000_first', 'CREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n');
  await addMigration('20260201000000_second', 'SELECT pg_sleep(0.1);\nALTER TABLE a ADD COLUMN name text;\n');
});

describe('applying', () => {
  it('runs missing migrations in the order of names, each once', async () => {
    expect(await migrate()).toEqual(['20260101000000_first', '20260201000000_second']);
    expect(await migrate()).toEqual([]);
    await addMigration('20260301000000_third', 'INSERT INTO a (id, name) VALUES (2, $$x$$);');
    expect(await migrate()).toEqual(['20260301000000_third']);
    expect(await value('SELECT count(*)::int FROM a')).toBe(2);
    expect(messages.filter((message) => message === 'migration applied')).toHaveLength(3);
  });

  it('writes the table of Prisma like Prisma', async () => {
    await migrate();
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client.query('SELECT * FROM _prisma_migrations ORDER BY migration_name LIMIT 1');
    const columns = await client.query<{ column: string }>(
      `SELECT format('%s %s(%s) %s %s', column_name, udt_name, character_maximum_length, is_nullable, column_default)
         AS column FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
    );
    await client.end();
    const sql = await readFile(join(migrationsDir, '20260101000000_first', 'migration.sql'));
    expect(rows[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: createHash('sha256').update(sql).digest('hex'),
      finished_at: expect.any(Date),
      migration_name: '20260101000000_first',
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      applied_steps_count: 1,
    });
    expect(rows[0].finished_at.getTime()).toBeGreaterThanOrEqual(rows[0].started_at.getTime());
    expect(columns.rows.map(({ column }) => column)).toEqual([
      'id varchar(36) NO ',
      'checksum varchar(64) NO ',
      'finished_at timestamptz() YES ',
      'migration_name varchar(255) NO ',
      'logs text() YES ',
      'rolled_back_at timestamptz() YES ',
      'started_at timestamptz() NO now()',
      'applied_steps_count int4() NO 0',
    ]);
  });

  it('happens once when five processes start together', async () => {
    const results = await Promise.all([1, 2, 3, 4, 5].map(migrate));
    expect(results.filter((names) => names.length === 2)).toHaveLength(1);
    expect(results.filter((names) => names.length === 0)).toHaveLength(4);
    expect(await value('SELECT count(*)::int FROM _prisma_migrations')).toBe(2);
    expect(messages.some((message) => message.startsWith('another process is migrating'))).toBe(true);
  });

  it('needs no permission to create tables when nothing is missing', async () => {
    await migrate();
    await value(`CREATE ROLE reader_${databases} LOGIN PASSWORD 'x'`);
    await value('GRANT SELECT ON _prisma_migrations TO PUBLIC');
    const asReader = connectionString.replace(/\/\/[^@]*@/, `//reader_${databases}:x@`);
    expect(await applyMigrations({ connectionString: asReader, migrationsDir, logger })).toEqual([]);
    await addMigration('20260301000000_third', 'CREATE TABLE b (id int)');
    await expect(applyMigrations({ connectionString: asReader, migrationsDir, logger })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('permission denied'),
    });
  });
});

describe('rejecting', () => {
  it('a migration that changed after it was applied, but not one with other line endings', async () => {
    await migrate();
    const file = join(migrationsDir, '20260101000000_first', 'migration.sql');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'));
    expect(await migrate()).toEqual([]);
    await writeFile(file, 'CREATE TABLE changed (id int);');
    await expectRefusal(/20260101000000_first.migration\.sql has changed since it was applied.*git checkout/);
    await value("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '20260101000000_first'");
    expect(await migrate()).toEqual(['20260101000000_first']);
  });

  it('a database that is newer than the code', async () => {
    await addMigration('20991231000000_future', 'SELECT 1');
    await migrate();
    await rm(join(migrationsDir, '20991231000000_future'), { recursive: true });
    await addMigration('20260301000000_third', 'CREATE TABLE third (id int)');
    await expectRefusal(/newer than this Pinbound: it has the migration 20991231000000_future/);
    expect(await value("SELECT to_regclass('third')")).toBeNull();
  });

  it('broken SQL, without leftovers, and continues once it is repaired', async () => {
    await addMigration('20260301000000_broken', 'CREATE TABLE left_behind (id int);\n\nSELECT nonsense;\n');
    await expectRefusal(/20260301000000_broken.migration\.sql failed \(line 3\): column "nonsense" does not exist/);
    expect(await value("SELECT to_regclass('left_behind')")).toBeNull();
    expect(await value('SELECT count(*)::int FROM _prisma_migrations')).toBe(2);
    await addMigration('20260301000000_broken', 'CREATE TABLE repaired (id int);');
    expect(await migrate()).toEqual(['20260301000000_broken']);
  });

  it('a migration that another tool started and did not finish', async () => {
    await migrate();
    await value("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'");
    await expectRefusal(/20260201000000_second was begun .* npx prisma migrate resolve|migrate resolve/);
  });

  it('a directory without migrations, or a migration without its file', async () => {
    await rm(join(migrationsDir, '20260101000000_first', 'migration.sql'));
    await expectRefusal(/Cannot read the database migrations: ENOENT.*20260101000000_first/);
    await rm(migrationsDir, { recursive: true });
    await expectRefusal(/Cannot read the database migrations: ENOENT/);
  });

  it('an unreachable or rejecting server, without printing the password', async () => {
    const port = await closedPort();
    for (const [target, text] of [
      [`postgres://user:s3cret@127.0.0.1:${port}/x`, `127.0.0.1:${port}`],
      [`postgres://user:s3cret@localhost:${port}/x`, `localhost:${port}: connect ECONNREFUSED`],
      [connectionString.replace(/:[0-9a-f]+@/, ':s3cret@'), 'password authentication failed'],
      [connectionString.replace(/test_\d+/, 'missing'), 'database "missing" does not exist'],
      ['postgres://user:s3cret@[nonsense', 'the server that DATABASE_URL names'],
    ] as const) {
      const failure = await applyMigrations({ connectionString: target, migrationsDir, logger }).catch(
        (error) => error,
      );
      expect(failure).toMatchObject({ name: 'StartupError', message: expect.stringContaining(text) });
      expect(failure.message).not.toContain('s3cret');
    }
  });
});

describe('creating an index concurrently', () => {
  const name = '20260301000000_index';
  const create = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_id_key ON a (id);';
  const isValid = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('a_id_key')";

  it('runs without a transaction, once when five processes start together', async () => {
    await addMigration(name, `-- Serves the list.\n${create}\n`);
    const results = await Promise.all([1, 2, 3, 4, 5].map(migrate));
    expect(results.flat().filter((applied) => applied === name)).toHaveLength(1);
    expect(await value(isValid)).toBe(true);
    expect(await value(`SELECT applied_steps_count FROM _prisma_migrations WHERE migration_name = '${name}'`)).toBe(1);
  });

  it('leaves no invalid index after a failure, and is repeated by the next start', async () => {
    await migrate();
    await value('INSERT INTO a (id) VALUES (1)');
    await addMigration(name, create);
    await expectRefusal(/20260301000000_index.migration\.sql failed: could not create unique index .* next start/);
    expect(await value("SELECT to_regclass('a_id_key')")).toBeNull();
    await value('DELETE FROM a WHERE ctid = (SELECT ctid FROM a LIMIT 1)');
    expect(await migrate()).toEqual([name]);
    expect(await value(isValid)).toBe(true);
  });

  it('replaces the invalid index of a process that crashed, and keeps a complete one', async () => {
    await migrate();
    await value('INSERT INTO a (id) VALUES (1)');
    await value(create).catch(() => undefined);
    expect(await value(isValid)).toBe(false);
    await value('DELETE FROM a WHERE ctid = (SELECT ctid FROM a LIMIT 1)');
    await addMigration(name, create);
    expect(await migrate()).toEqual([name]);
    expect(await value(isValid)).toBe(true);
    const oid = await value("SELECT to_regclass('a_id_key')::oid");
    await value(`DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
    expect(await migrate()).toEqual([name]);
    expect(await value("SELECT to_regclass('a_id_key')::oid")).toBe(oid);
  });

  it('continues with the indexes that a failure left', async () => {
    await addMigration(name, `CREATE INDEX CONCURRENTLY IF NOT EXISTS a_name_idx ON a (name);\n\n${create}\n`);
    await addMigration('20260201000001_twice', 'INSERT INTO a (id) VALUES (1)');
    await expectRefusal(/20260301000000_index.migration\.sql failed: could not create unique index .* next start/);
    const oid = await value("SELECT to_regclass('a_name_idx')::oid");
    await value('DELETE FROM a WHERE ctid = (SELECT ctid FROM a LIMIT 1)');
    expect(await migrate()).toEqual([name]);
    expect([await value(isValid), await value("SELECT to_regclass('a_name_idx')::oid")]).toEqual([true, oid]);
  });

  it('drops an index', async () => {
    await addMigration(name, create);
    await addMigration('20260401000000_drop', 'DROP INDEX CONCURRENTLY IF EXISTS "a_id_key"');
    expect(await migrate()).toHaveLength(4);
    expect(await value("SELECT to_regclass('a_id_key')")).toBeNull();
  });

  it.each([
    `${create}\nALTER TABLE a ADD COLUMN b int;`,
    `ALTER TABLE a ADD COLUMN b int;\n${create}`,
    'CREATE INDEX CONCURRENTLY a_id_key ON a (id);',
    'REINDEX INDEX CONCURRENTLY a_id_key;',
  ])('rejects %s', async (sql) => {
    await addMigration(name, sql);
    await expectRefusal(/migration\.sql uses CONCURRENTLY\. Each statement of such a migration must start with/);
    expect(await value("SELECT to_regclass('_prisma_migrations')")).toBeNull();
  });
});

describe('a backfill', () => {
  const add = (statement: string) =>
    addMigration(
      '20260301000000_backfill',
      `CREATE TABLE b (id uuid PRIMARY KEY, size int NOT NULL, area int);
       INSERT INTO b (id, size) SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n
         FROM generate_series(1, 2500) n;
       INSERT INTO backfills (name, statement) VALUES ('b-area', $$${statement}$$);`,
    );
  const AREAS = `WITH batch AS (SELECT id FROM b WHERE id > $1 ORDER BY id LIMIT $2),
      changed AS (UPDATE b SET area = 60000000 / (2001 - size) FROM batch WHERE b.id = batch.id)
    SELECT id FROM batch ORDER BY id`;
  const missing = () => value('SELECT count(*)::int FROM b WHERE area IS NULL');
  const position = () => value("SELECT format('%s %s', rows, finished_at IS NOT NULL) FROM backfills");

  async function run(stopping = new AbortController().signal): Promise<void> {
    const pool = new Pool({ connectionString });
    await runBackfills({ pool, logger, stopping }).finally(() => pool.end());
  }

  beforeEach(async () => {
    await addMigration('20260102000000_backfills', await readFile(BACKFILLS, 'utf8'));
  });

  it('runs in batches after the migration; a failed batch is repeated, finished ones are not', async () => {
    await add(AREAS);
    await migrate();
    expect(await missing()).toBe(2500);
    await expect(run()).rejects.toThrow('division by zero');
    expect([await missing(), await position()]).toEqual([500, '2000 f']);
    await value('UPDATE b SET size = 2000 WHERE size = 2001');
    await run();
    expect([await missing(), await position()]).toEqual([0, '2500 t']);
    await value('UPDATE b SET area = NULL');
    await run();
    expect(await missing()).toBe(2500);
    expect(messages.filter((message) => message === 'backfill finished')).toHaveLength(1);
  });

  it('stops between two batches when the process stops', async () => {
    await add(AREAS);
    await migrate();
    await run(AbortSignal.abort());
    expect(await missing()).toBe(2500);
  });

  it('is completed before a migration that requires it', async () => {
    await add(AREAS.replace('2001', '3001'));
    await addMigration(
      '20260401000000_contract',
      '-- Requires backfill: b-area\nALTER TABLE b ALTER COLUMN area SET NOT NULL;',
    );
    expect(await migrate()).toHaveLength(5);
    expect([await missing(), await position()]).toEqual([0, '2500 t']);
  });

  it('must exist if a migration requires it', async () => {
    await addMigration('20260401000000_contract', '-- Requires backfill: c\nSELECT 1;');
    await expectRefusal(/20260401000000_contract.migration\.sql requires the backfill c, which no earlier migration/);
  });
});

function migrate(): Promise<string[]> {
  return applyMigrations({ connectionString, migrationsDir, logger });
}

async function expectRefusal(message: RegExp): Promise<void> {
  await expect(migrate()).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(message),
  });
}

function value(statement: string): Promise<unknown> {
  return queryValue(connectionString, statement);
}

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(migrationsDir, name), { recursive: true });
  await writeFile(join(migrationsDir, name, 'migration.sql'), sql);
}

async function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
