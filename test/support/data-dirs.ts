import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { isServerOf, readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import { FORCED, stopServer } from '../../src/infrastructure/embedded-postgres/stop.ts';
import { isAlive } from '../../src/infrastructure/system/process-alive.ts';

const directories: string[] = [];
const children: ChildProcess[] = [];
const dataDirs: string[] = [];

/** Creates a temporary directory that {@link cleanUp} deletes. Other users can enter it. */
export async function temporaryDirectory(mode = 0o755): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'pinbound-test-')));
  directories.push(path);
  await chmod(path, mode);
  return path;
}

/** Registers a data directory whose server {@link cleanUp} stops. */
export function watchDataDir(dataDir: string): string {
  dataDirs.push(dataDir);
  return dataDir;
}

/** Copies a directory with owners, modes and links. */
export async function copyTree(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/**
 * Copies a directory with hard links where the file system allows. Never write to a file of the
 * copy.
 */
export async function linkTree(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true, force: true });
    await copyTree(from, to);
  });
}

/** Starts a Node program whose standard output {@link firstLine} reads. */
export function startNode(args: string[], options: { uid?: number; gid?: number; cwd?: string } = {}): ChildProcess {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

/** Reads the first line that the process prints, as JSON. */
export async function firstLine<T>(child: ChildProcess): Promise<T> {
  if (!child.stdout) throw new Error('the output of this process is not read');
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  if (typeof line !== 'string') throw new Error('the process ended without output');
  return JSON.parse(line) as T;
}

/** Sends SIGKILL and waits for the end. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Reads the process id of the server of a data directory; throws without one. */
export async function serverPid(dataDir: string): Promise<number> {
  const entry = await readPostmasterPid(join(dataDir, 'postgres'));
  if (!entry) throw new Error(`no postmaster.pid in ${dataDir}`);
  return entry.pid;
}

/** Runs a statement and returns the first column of the first row. */
export async function queryValue(connectionString: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const result = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return result.rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Ends all processes that the tests of a file started, and deletes their directories. */
export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) await killHard(child);
  for (const dataDir of dataDirs.splice(0)) await stopServerOf(dataDir);
  for (const path of directories.splice(0)) await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/** Owner of a cluster as options of `spawn`; empty unless this process is root. */
export async function ownerOf(path: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = await stat(path);
  return { uid, gid };
}

async function stopServerOf(dataDir: string): Promise<void> {
  const clusterDir = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const entry = clusterDir && (await readPostmasterPid(clusterDir));
  if (!clusterDir || !entry || !isAlive(entry.pid) || !(await isServerOf(entry.pid, clusterDir))) return;
  await stopServer({ ...entry, clusterDir, nativeDir: '' }, FORCED);
}
