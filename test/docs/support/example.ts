import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from 'vitest';

/** An example that runs in a Node.js of its own. */
export interface Example {
  /** Waits until it has printed this line. */
  prints(line: string): Promise<void>;
  stop(): void;
}

/** Node.js 20 has the browser's WebSocket and EventSource, but hides them. */
const FLAGS = ['--experimental-websocket', '--experimental-eventsource', '--no-warnings'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** A page stays open; Node.js would end while an EventSource waits to connect again. */
const STAY = 'setInterval(() => undefined, 60_000);';

/** Runs a module; its packages are those of this repository. */
export function runExample(code: string): Example {
  const child: ChildProcess = spawn(process.execPath, [...FLAGS, '--input-type=module', '--eval', `${code}\n${STAY}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
