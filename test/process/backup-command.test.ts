// Cost: about 20 CPU seconds, one server with an embedded PostgreSQL, one on a database of the
// tests, and fourteen commands.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBackup } from '../../src/infrastructure/backup/read-backup.ts';
import { applyMigrations } from '../../src/infrastructure/database/apply-migrations.ts';
import { rest } from '../support/client.ts';
import { createBatch } from '../support/collection.ts';
import { cleanUp, temporaryDirectory, watchDataDir } from '../support/data-dirs.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createPicture, toPng } from '../support/pictures.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const BACKUP_PASSPHRASE = 'twelve characters';

let directory: string;
let server: ServerProcess;
let owner: TestUser;
let project: Awaited<ReturnType<typeof createProject>>;
/** Archive that was made while annotations were written, and the one of the stopped service. */
let busy: string;
let archive: string;
/** Ids of the annotations that were acknowledged before the first archive. */
let acknowledged: string[];
let target: Awaited<ReturnType<typeof createTestDatabase>>;

const env = (name: string): NodeJS.ProcessEnv => ({
  DATA_DIR: watchDataDir(join(directory, name)),
  NODE_ENV: 'test',
  BACKUP_PASSPHRASE,
});

function pinbound(settings: NodeJS.ProcessEnv, ...args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile(
      process.execPath,
      [resolve('dist/cli.js'), ...args],
      { env: { PATH: process.env.PATH, ...settings } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

async function start(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const started = await startServer(settings);
  await started.ready();
  return started;
}

async function picture(): Promise<string> {
  const drawn = createPicture(32, 32, (x, y) => [8 * x, 8 * y, 0, 255]);
  return `data:image/png;base64,${(await toPng(drawn)).toString('base64')}`;
}

async function annotate(content: string, values: object = {}): Promise<string> {
  const body = { projectId: project.id, content, url: 'https://shop.example/cart', ...values };
  const { status, body: created } = await rest(server, 'POST', '/annotations', { token: owner.token, body });
  expect(status).toBe(201);
  return created.id;
}

/** Rows by table and objects of an archive. */
async function contentsOf(file: string) {
  const rows: Record<string, string[]> = {};
  const objects: string[] = [];
  const texts = new Map<string, Buffer[]>();
  const { manifest } = await readBackup(file, BACKUP_PASSPHRASE, {
    async part(table, text) {
      texts.set(table, [...(texts.get(table) ?? []), text]);
    },
    async object(key) {
      objects.push(key);
    },
  });
  for (const [table, parts] of texts) rows[table] = Buffer.concat(parts).toString().split('\n').sort();
  return { tables: manifest.tables.map(({ name }) => name), rows, objects: objects.sort() };
}

async function query<T>(url: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows as T[];
}

const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
  AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations' ORDER BY 1`;

beforeAll(async () => {
  directory = await temporaryDirectory();
  busy = join(directory, 'busy.tar');
  archive = join(directory, 'archive.tar');
  target = await createTestDatabase();
  server = await start(env('source'));
  owner = await registerUser(server);
  project = await createProject(server, owner);
  acknowledged = [await annotate('Kept', { metadata: { diagnostics: { picture: await picture() } } })];
  const replies = `/annotations/${acknowledged[0]}/comments`;
  await rest(server, 'POST', replies, { token: owner.token, body: { content: 'Line\n\\N\ttab' } });
  await rest(server, 'POST', '/v1/collect', { body: createBatch(project.projectKey) });

  let isDone = false;
  const backup = pinbound(env('source'), 'backup', busy).finally(() => {
    isDone = true;
  });
  const during: string[] = [];
  while (!isDone) during.push(await annotate('Written while the backup runs'));
  expect(during.length).toBeGreaterThan(0);
  expect(await backup).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/busy\.tar has \d+ rows of \d+ tables/),
  });
  await server.stop();
  expect(await pinbound(env('source'), 'backup', archive)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await killServers();
  await target.drop();
  await cleanUp();
});

test('an archive of the running service has everything that was acknowledged before it', async () => {
  const { rows } = await contentsOf(busy);
  for (const id of acknowledged) expect(rows.annotations?.some((row) => row.startsWith(id))).toBe(true);
  const written = new Set(rows.annotations?.map((row) => row.slice(0, 36)));
  for (const row of rows.comments ?? []) if (row) expect(written).toContain(row.split('\t')[1]);
});

test('an archive restores into an empty PostgreSQL with the same tables, rows and objects', async () => {
  const settings = { ...env('restored'), DATABASE_URL: target.url };
  const restored = await pinbound(settings, 'restore', archive);
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored \d+ rows of \d+ tables and 1 objects\.\n$/),
  });
  const again = join(directory, 'again.tar');
  expect(await pinbound(settings, 'backup', again)).toMatchObject({ code: 0 });
  const [first, second] = [await contentsOf(archive), await contentsOf(again)];
  expect(second).toEqual(first);
  expect(first.tables).toEqual((await query<{ name: string }>(target.url, TABLES)).map(({ name }) => name));
  expect(first.objects).toHaveLength(1);
  // Sequences would have to be copied as well.
  expect(await query(target.url, "SELECT 1 FROM pg_sequences WHERE schemaname = 'public'")).toEqual([]);
  expect(await readFile(join(directory, 'restored/auth-secret'), 'utf8')).toBe(
    await readFile(join(directory, 'source/auth-secret'), 'utf8'),
  );

  const service = await start(settings);
  const { body } = await rest(service, 'GET', `/annotations/${acknowledged[0]}`, { token: owner.token });
  expect(body).toMatchObject({ content: 'Kept', commentCount: 1 });
  expect((await fetch(body.metadata.diagnostics.picture.replace(/^https?:\/\/[^/]+/, service.url))).status).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(await pinbound(settings, 'restore', archive, '--replace')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Stop all of its processes'),
  });
  await service.stop();
});

test('an installation with accounts is replaced on request only, in place', async () => {
  const settings = env('source');
  expect(await pinbound(settings, 'restore', busy)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/The installation has \d accounts\. .*--replace\.\n$/),
  });
  const kept = join(directory, 'kept.tar');
  expect(await pinbound(settings, 'restore', busy, '--replace')).toMatchObject({ code: 0 });
  await pinbound(settings, 'backup', kept);
  expect(await contentsOf(kept)).toEqual(await contentsOf(busy));
});

describe('a bad archive leaves the installation as it is', () => {
  const damaged = async (name: string, change: (bytes: Buffer) => Buffer) => {
    const file = join(directory, name);
    await writeFile(file, change(await readFile(archive)));
    return file;
  };
  const withoutSummary = (bytes: Buffer) =>
    Buffer.concat([bytes.subarray(0, bytes.lastIndexOf('summary.json')), Buffer.alloc(1_024)]);
  const flipped = (bytes: Buffer) => {
    const at = bytes.lastIndexOf('objects/') + 512 + 10;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };

  test.each([
    [
      'no archive',
      () => damaged('text', () => Buffer.from('hello')),
      BACKUP_PASSPHRASE,
      'The file is not a backup of Pinbound.',
    ],
    [
      'an end that is missing',
      () => damaged('short', (bytes) => bytes.subarray(0, bytes.length - 4_000)),
      BACKUP_PASSPHRASE,
      'cannot be read',
    ],
    [
      'no summary',
      () => damaged('cut', withoutSummary),
      BACKUP_PASSPHRASE,
      'The archive is incomplete: its end is missing.',
    ],
    ['another byte', () => damaged('flipped', flipped), BACKUP_PASSPHRASE, 'its bytes are not those that were stored'],
    ['another passphrase', async () => archive, 'another passphrase', 'The passphrase is not'],
    ['a missing file', async () => join(directory, 'nothing'), BACKUP_PASSPHRASE, 'There is no file'],
  ])('%s', async (_name, prepare, passphrase, message) => {
    await expect(readBackup(await prepare(), passphrase)).rejects.toThrow(message);
  });

  test.each([
    ['no summary', withoutSummary],
    ['another byte', flipped],
  ])('is not restored: %s', async (name, change) => {
    const settings = { ...env('restored'), DATABASE_URL: target.url };
    const restored = await pinbound(settings, 'restore', await damaged(`${name}.tar`, change), '--replace');
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('The ') });
    expect(await query(target.url, `SELECT 1 FROM users WHERE id = '${owner.id}'`)).toHaveLength(1);
    expect(await query(target.url, "SELECT 1 FROM pg_namespace WHERE nspname = 'pinbound_restore'")).toEqual([]);
  });

  test('an archive is checked with its numbers', async () => {
    const { code, stdout } = await pinbound(env('source'), 'backup', '--check', archive);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/is complete: \d+ rows of \d+ tables and 1 objects, made by/),
    ]);
  });

  test('a directory that does not exist', async () => {
    const file = join(directory, 'nowhere/archive.tar');
    const result = await pinbound(env('source'), 'backup', file);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining(`Cannot write ${file}: ENOENT`) });
  });

  test('the passphrase is required without a terminal', async () => {
    const result = await pinbound({ ...env('source'), BACKUP_PASSPHRASE: '' }, 'backup', archive);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('Set BACKUP_PASSPHRASE') });
  });
});

test('pending migrations are listed with what they block, and applied', async () => {
  const [name, newest] = ['upgraded', '20261129190000_indexes'];
  const database = await createTestDatabase();
  try {
    await query(database.url, 'DROP SCHEMA public CASCADE');
    await query(database.url, 'CREATE SCHEMA public');
    const names = (await readdir('prisma/migrations')).filter((each) => /^\d/.test(each) && each < newest);
    const logger = { info: () => undefined };
    const connectionString = database.url;
    await applyMigrations({ connectionString, migrationsDir: 'prisma/migrations', logger, only: names });
    const settings = { ...env(name), DATABASE_URL: database.url };
    const listed = await pinbound(settings, 'upgrade', '--check');
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain(`  ${newest}\n    Builds an index of snapshots beside reads and writes.\n`);
    expect((await pinbound(settings, 'upgrade')).stdout).toContain(`  ${newest}\n`);
    expect((await pinbound(settings, 'upgrade', '--check')).stdout).toBe('The database is up to date.\n');
  } finally {
    await database.drop();
  }
});
