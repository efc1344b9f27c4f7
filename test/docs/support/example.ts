import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from 'vitest';

/** An example running in its own Node.js process. */
export interface Example {
  /** Waits until the example has printed this line. */
  prints(line: string): Promise<void>;
  stop(): void;
}

/** Node.js 20 has the browser's WebSocket and EventSource behind flags. */
const FLAGS = ['--experimental-websocket', '--experimental-eventsource', '--no-warnings'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** Keeps Node.js running, which would exit while an EventSource waits to reconnect. */
const KEEP_ALIVE = 'setInterval(() => undefined, 60_000);';

/** Runs a module with the packages of this repository. */
export function runExample(code: string): Example {
  const child: ChildProcess = spawn(
    process.execPath,
    [...FLAGS, '--input-type=module', '--eval', `${code}\n${KEEP_ALIVE}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += data;
    });
  }
  return {
    async prints(line) {
      await expect.poll(() => output.split('\n'), { interval: 50 }).toContain(line);
    },
    stop: () => void child.kill(),
  };
}
