import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { connectionString } from '../../src/infrastructure/embedded-postgres/connection.ts';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { announceFile, putFile } from '../support/attachments.ts';
import { rest } from '../support/client.ts';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { demoProject } from '../support/demo.ts';
import { killServers, type ServerProcess, startServer } from '../support/server-process.ts';

const MIB = 1024 * 1024;
/** Size of the disk; a new database uses a third of it. */
const DISK_MIB = 384;
/** The longest pause between two restarts of the database is 30 seconds. */
const RECOVERED_WITHIN_MS = 90_000;
const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

/**
 * Builds a command that runs the command after it with a small disk at the directory, which no
 * other process sees. Only root of a namespace may mount it, and PostgreSQL refuses to run as root.
 */
function onSmallDisk(directory: string): string[] {
  const mount = ['sh', '-c', `mount -t tmpfs -o size=${DISK_MIB}m,mode=0755 tmpfs "$0" && exec "$@"`, directory];
  return uid === 0
    ? ['unshare', '--mount', ...mount]
    : [
        ...['unshare', '--user', '--map-root-user', '--mount', ...mount],
        ...['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
      ];
}

/** Explains why the system permits no mount; empty if it permits one. */
function findObstacle(): string {
  try {
    const [command = '', ...args] = [...onSmallDisk('/mnt'), 'true'];
    execFileSync(command, args, { stdio: 'pipe' });
    return '';
  } catch (error) {
    return `a small disk cannot be mounted: ${error instanceof Error ? error.message : error}`;
  }
}

let server: ServerProcess | undefined;
afterAll(async () => {
  // A killed server would leave its database running.
  await server?.stop();
  await killServers();
  await cleanUp();
});

test('a full disk fails writes until there is space, and loses nothing', { timeout: 300_000 }, async () => {
  expect(findObstacle()).toBe('');
  const disk = await temporaryDirectory();
  const started = await startServer(
    { DATA_DIR: join(disk, 'data'), CHROMIUM_PATH: '/nonexistent', RATE_LIMIT_USER: '0', RATE_LIMIT_IP: '0' },
    { prefix: onSmallDisk(disk) },
  );
  server = started;
  await started.ready();
  const { token, projectId } = await demoProject(started);
  const confirmed: string[] = [];
  const write = async () => {
    const content = randomBytes(6_000).toString('base64');
    const body = { projectId, content, url: 'https://shop.example/' };
    const response = await rest(started, 'POST', '/annotations', { token, body });
    if (response.status === 201) confirmed.push(response.body.id);
    return response;
  };
  const statusOf = async (path: string) => (await rest(started, 'GET', path, { token })).status;
  const statuses = () => Promise.all(['/auth/me', `/annotations/${confirmed[0]}`, '/healthz', '/readyz'].map(statusOf));
  const unavailable = expect.objectContaining({ error: 'Service Unavailable' });
  expect((await write()).status).toBe(201);
  const announce = () => announceFile(started, { token }, { id: String(confirmed[0]) });
  const announced = (await announce()).body.uploadUrl;

  // The path of the disk for processes outside of the namespace.
  const inside = join('/proc', String(started.pid), 'root', disk);
  const filler = join(inside, 'filler');
  await startLogSegment(join(inside, 'data'));
  expect((await write()).status).toBe(201);
  await fill(filler);
  let refused = await write();
  for (let i = 0; i < 100 && refused.status === 201; i += 1) refused = await write();
  expect([refused.status, refused.body]).toEqual([503, unavailable]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const upload = await putFile(announced, randomBytes(100_000).toString('hex'));
  expect([upload.status, upload.body]).toEqual([503, unavailable]);
  expect(await statuses()).toEqual([200, 200, 200, 200]);

  await endWriteAheadLog(join(inside, 'data'));
  await expect.poll(statuses, { timeout: RECOVERED_WITHIN_MS }).toEqual([503, 503, 200, 503]);
  refused = await write();
  expect([refused.status, refused.body]).toEqual([503, unavailable]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  await rm(filler);
  await expect.poll(statuses, { timeout: RECOVERED_WITHIN_MS }).toEqual([200, 200, 200, 200]);
  for (const id of confirmed) expect([id, await statusOf(`/annotations/${id}`)]).toEqual([id, 200]);
  expect((await write()).status).toBe(201);
  expect((await putFile(announced, 'GET /cart 500')).status).toBe(200);
  const stopped = await started.stop();
  expect(stopped, started.output().slice(-2_000)).toMatchObject({ code: 0 });
});

/** Writes a file until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(MIB);
  try {
    for (;;) await file.writeFile(block);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    await file.close();
  }
}

/** Builds a client of the server's database. */
async function databaseClient(dataDir: string): Promise<pg.Client> {
  const { port = 0 } = (await readPostmasterPid(join(dataDir, 'postgres'))) ?? {};
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  return new pg.Client({ connectionString: connectionString(port, password) });
}

/**
 * Makes the next write start a segment of the log. The log of a full disk then has room for the
 * writes before its end is tried, and PostgreSQL fails to extend a table first.
 */
async function startLogSegment(dataDir: string): Promise<void> {
  const client = await databaseClient(dataDir);
  await client.connect();
  await client.query('SELECT pg_switch_wal()');
  await client.end();
}

/** Writes to the log until PostgreSQL crashes for lack of space for a segment. */
async function endWriteAheadLog(dataDir: string): Promise<void> {
  const client = await databaseClient(dataDir);
  let hasCrashed = false;
  client.on('error', () => {
    hasCrashed = true;
  });
  await client.connect();
  const message = `SELECT pg_logical_emit_message(false, 'test', repeat('x', ${MIB}), true)`;
  for (let written = 0; written < DISK_MIB && !hasCrashed; written += 1)
    await client.query(message).catch(() => {
      hasCrashed = true;
    });
  expect(hasCrashed).toBe(true);
  await client.end().catch(() => undefined);
}
