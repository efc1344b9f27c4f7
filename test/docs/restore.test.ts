import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { PASSWORD } from '../support/factories.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { fencesOf, readPage } from './support/markdown.ts';

afterEach(killServers);
afterAll(cleanUp);

/** Commands of the page, and the SQL that they run before the dump. */
const commands = fencesOf(readPage('docs/operating.md')).find(({ text }) =>
  text.includes('pg_restore --no-owner --no-p'),
)?.text;
const [, preparation = ''] = /EMPTY='([^']*)'/.exec(commands ?? '') ?? [];

/** Connects like the commands: a shell evaluates their expressions for password and port. */
async function connect(directory: string): Promise<Client> {
  const [, password = ''] = /PGPASSWORD=(\$\([^)]*\))/.exec(commands ?? '') ?? [];
  const [, port = ''] = /--port="(\$\([^"]*\))"/.exec(commands ?? '') ?? [];
  const read = (expression: string) =>
    execFileSync('bash', ['-c', `printf %s "${expression}"`], { cwd: directory, encoding: 'utf8' });
  const client = new Client({
    host: '127.0.0.1',
    port: Number(read(port)),
    user: 'pinbound',
    database: 'pinbound',
    password: read(password),
  });
  await client.connect();
  return client;
}

interface Table {
  name: string;
  columns: string;
  rows: string;
}

/** Rows of all tables that have any: a dump without its definitions. */
async function rowsOf(client: Client): Promise<Table[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `SELECT c.table_name AS name, string_agg(quote_ident(c.column_name), ', ') AS columns
       FROM information_schema.columns c JOIN pg_class k ON k.oid = quote_ident(c.table_name)::regclass
      WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND k.relkind IN ('r', 'p') AND NOT k.relispartition
      GROUP BY 1`,
  );
  const filled: Table[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ rows: string | null }>(
      `SELECT json_agg(t)::text AS rows FROM "${table.name}" t`,
    );
    if (rows[0]?.rows) filled.push({ ...table, rows: rows[0].rows });
  }
  return filled;
}

/** Restores like psql: one transaction recreates all tables and fills them. */
async function restore(client: Client, tables: Table[]): Promise<void> {
  await client.query('BEGIN');
  await client.query(preparation);
  const migrations = (await readdir('prisma/migrations')).filter((name) => /^\d/.test(name)).sort();
  for (const name of migrations) {
    const statements = await readFile(join('prisma/migrations', name, 'migration.sql'), 'utf8');
    // As in a dump: indexes are not created concurrently in a transaction.
    await client.query(statements.replace('INDEX CONCURRENTLY', 'INDEX'));
  }
  await client.query(
    `CREATE TABLE IF NOT EXISTS _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL,
       finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
       started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`,
  );
  await client.query('SET LOCAL session_replication_role = replica');
  for (const { name, columns, rows } of tables) {
    // The dump has the rows that migrations insert, too.
    await client.query(`DELETE FROM "${name}"`);
    await client.query(
      `INSERT INTO "${name}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${name}", $1)`,
      [rows],
    );
  }
  await client.query('COMMIT');
}

test('restores a dump into a new DATA_DIR', async () => {
  const directory = await temporaryDirectory();
  const dataDir = watchDataDir(join(directory, '.data'));
  const start = async (): Promise<ServerProcess> => {
    const server = await startServer({ DATA_DIR: dataDir, NODE_ENV: 'test' });
    await server.ready();
    return server;
  };
  const first = await start();
  const person = { email: 'ada@example.com', password: PASSWORD };
  const registered = await rest(first, 'POST', '/auth/register', {
    body: { ...person, name: 'Ada', organizationName: 'Acme' },
  });
  const { accessToken: token, organization } = registered.body;
  const project = await rest(first, 'POST', '/projects', {
    token,
    body: { organizationId: organization.id, name: 'Shop', slug: 'shop' },
  });
  const annotation = await rest(first, 'POST', '/annotations', {
    token,
    body: { projectId: project.body.id, content: 'Kept', url: 'https://shop.example/' },
  });
  const source = await connect(directory);
  const dump = await rowsOf(source);
  await source.end();
  await first.stop();

  const kept = join(directory, 'kept');
  await rename(dataDir, kept);
  await mkdir(dataDir, { mode: 0o700 });
  for (const name of ['auth-secret', 'objects']) {
    await cp(join(kept, name), join(dataDir, name), { recursive: true }).catch(() => undefined);
  }
  const second = await start();
  expect((await rest(second, 'POST', '/auth/login', { body: person })).status).toBe(401);
  const target = await connect(directory);
  await restore(target, dump);
  await target.end();
  await second.stop();

  const restored = await start();
  const login = await rest(restored, 'POST', '/auth/login', { body: person });
  expect(login.status).toBe(200);
  const path = `/annotations/${annotation.body.id}`;
  // The secret is the same, so an earlier token is valid too.
  for (const accessToken of [token, login.body.accessToken]) {
    expect((await rest(restored, 'GET', path, { token: accessToken })).body).toMatchObject({ content: 'Kept' });
  }
  const written = await rest(restored, 'PATCH', path, { token, body: { content: 'Changed' } });
  expect(written.status).toBe(200);
  expect((await fetch(`${restored.url}/readyz`)).status).toBe(200);
  expect(await restored.stop()).toMatchObject({ code: 0 });
});
