import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../system/process-alive.ts';
import { program } from './binaries.ts';
import { isServerOf, type RunningServer } from './postmaster.ts';

/** A signal and how long to wait for the server's end before the next one. */
export type StopStep = { signal: NodeJS.Signals; waitMs: number };

/** Fast shutdown, then immediate shutdown, then none: both cost a crash recovery at the next start but no data. */
export const ORDERLY: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 4000 },
  { signal: 'SIGQUIT', waitMs: 1500 },
  { signal: 'SIGKILL', waitMs: 500 },
];

/** For a server that does not answer. */
export const FORCED: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 1000 },
  { signal: 'SIGQUIT', waitMs: 500 },
  { signal: 'SIGKILL', waitMs: 2000 },
];

/** Stops the server; does nothing when its process has ended, even if another process has its id by now. */
export async function stopServer(server: RunningServer, steps: readonly StopStep[]): Promise<void> {
  const { pid, clusterDir, nativeDir } = server;
  if (!isAlive(pid)) return;
  if (process.platform === 'win32') {
    const args = ['stop', '--pgdata', clusterDir, '--mode', 'fast', '--timeout', '4'];
    await promisify(execFile)(program(nativeDir, 'pg_ctl'), args, { windowsHide: true }).catch(() => undefined);
    return;
  }
  if (!(await isServerOf(pid, clusterDir))) return;
  for (const { signal, waitMs } of steps) {
    send(pid, signal);
    if (await hasEnded(pid, waitMs)) return;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(pid: number, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
