import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../system/process-alive.ts';
import { program } from './binaries.ts';
import { isServerOf, type RunningServer } from './postmaster.ts';

/** Signal, and the wait for the server's exit before the next signal. */
export type StopStep = { signal: NodeJS.Signals; waitMs: number };

/** Fast, then immediate shutdown, then SIGKILL. The last two cost a crash recovery, but no data. */
export const ORDERLY: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 4000 },
  { signal: 'SIGQUIT', waitMs: 1500 },
  { signal: 'SIGKILL', waitMs: 500 },
];

/** Steps for an unresponsive server. */
export const FORCED: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 1000 },
  { signal: 'SIGQUIT', waitMs: 500 },
  { signal: 'SIGKILL', waitMs: 2000 },
];

/** Stops the server. A no-op if its process has exited, even if another process has its id now. */
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
