import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../test/support/server-process.ts';

/** Process of the benchmark, listening on its own port. */
export interface Running {
  url: string;
  pid: number;
  /** Time from spawn to the ready line, milliseconds. */
  startMs: number;
  stop(): Promise<void>;
}

/** Starts a Node program and waits for a line with `ready`. */
export async function startNode(args: string[], env: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.join(' ')} exited with code ${code} before it was ready`);
  });
  const ready = new Promise<void>((resolve) => {
    // The listener stays: a full pipe would block later output.
    child.stdout?.on('data', (chunk) => String(chunk).includes('ready') && resolve());
  });
  await Promise.race([ready, exit]);
  exit.catch(() => undefined);
}
