import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** Server process with the data needed to connect to it and to stop it. */
export interface RunningServer {
  pid: number;
  port: number;
  clusterDir: string;
  nativeDir: string;
}

/** Contents of postmaster.pid. */
export type PostmasterEntry = { pid: number; port: number; ready: boolean };

/**
 * Reads `<clusterDir>/postmaster.pid`; its lines are listed in PostgreSQL's
 * src/include/utils/pidfile.h.
 */
export async function readPostmasterPid(clusterDir: string): Promise<PostmasterEntry | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Returns whether the process is the server of this cluster; undefined if the system does not
 * report it.
 */
export function isServerOf(pid: number, clusterDir: string): Promise<boolean | undefined> {
  if (process.platform === 'linux') return identifyByProc(pid, clusterDir);
  return process.platform === 'win32' ? Promise.resolve(undefined) : identifyByPs(pid, clusterDir);
}

async function identifyByProc(pid: number, clusterDir: string): Promise<boolean | undefined> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (commandLine === undefined) return undefined;
  const [executable = '', option, directory] = commandLine.split('\0');
  if (basename(executable) !== 'postgres') return false;
  if (option === '-D' && directory === clusterDir) return true;
  if (directory && (await readPostmasterPid(directory))?.pid === pid) return false;
  // The directory may have been renamed since. Root of a container may not be allowed to read the
  // link.
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return workingDirectory === undefined ? undefined : workingDirectory === clusterDir;
}

async function identifyByPs(pid: number, clusterDir: string): Promise<boolean | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.includes(`/postgres -D ${clusterDir} `);
  } catch {
    return undefined;
  }
}
