import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { sharedBrowserProgram } from './browser.ts';

/** A line of the log. */
interface LogRecord {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** A running or exited `node dist/server.js`. */
export interface ServerProcess {
  /** `http://127.0.0.1:<port>` */
  url: string;
  pid: number;
  /** Output on both streams. */
  output(): string;
  /**
   * Returns the log records on standard output, then those on standard error.
   * @throws if a line is not JSON
   */
  records(): LogRecord[];
  /**
   * Waits until the server reports that it is ready.
   * @throws with its output if the process ends first
   */
  ready(): Promise<void>;
  /** Resolves with the exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /**
   * Sends SIGTERM and waits for the end.
   * @returns the exit code, and the duration of the stop in ms
   */
  stop(): Promise<{ code: number | NodeJS.Signals; ms: number }>;
}

/** Part of the record of a start, and of the text that earlier releases printed. */
const READY = 'is ready';
const READY_WITHIN_MS = 110_000;
const children = new Set<ChildProcess>();

/**
 * Starts the built server on a free port. Its environment has only the given variables and the
 * shared browser, and no history of the demo unless it is asked for.
 * @param options.build directory of the release whose build is started; default: this one
 * @param options.prefix command that runs the server, such as one that sets limits and then
 *   replaces itself by the command after it
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  {
    build = '.',
    prefix = [],
    ...options
  }: { uid?: number; gid?: number; cwd?: string; build?: string; prefix?: readonly string[] } = {},
): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const [command = '', ...args] = [...prefix, process.execPath, resolve(build, 'dist/server.js')];
  const child = spawn(command, args, {
    ...options,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      CHROMIUM_PATH: await sharedBrowserProgram(),
      DEMO_HISTORY: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  let readyAt: (() => void) | undefined;
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output += text;
      printed[name] += text;
      if (output.includes(READY)) readyAt?.();
    });
  }
  const exited = once(child, 'close').then(([code, signal]) => {
    children.delete(child);
    return (code ?? signal) as number | NodeJS.Signals;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    records: () =>
      Object.values(printed)
        .flatMap((text) => text.split('\n').slice(0, -1))
        .map((line) => JSON.parse(line)),
    exited,
    async ready() {
      const ready = new Promise<'ready'>((resolveReady) => {
        readyAt = () => resolveReady('ready');
        if (output.includes(READY)) readyAt();
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolveLate) => {
        timer = setTimeout(() => resolveLate('late'), READY_WITHIN_MS);
      });
      const outcome = await Promise.race([ready, exited, late]);
      clearTimeout(timer);
      if (outcome !== 'ready') throw new Error(`the server did not become ready (${outcome}):\n${output}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      const started = performance.now();
      child.kill('SIGTERM');
      return { code: await exited, ms: performance.now() - started };
    },
  };
}

/**
 * Ports below the ephemeral range of Linux: an outgoing connection could use one before it is
 * bound.
 */
const PORTS = { first: 20_000, last: 32_767 };

/**
 * Finds a port that was free a moment ago. Random, so that concurrent processes rarely pick the
 * same.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/**
 * Kills all servers that the tests of a file left running. Clean up their data directories
 * afterwards.
 */
export async function killServers(): Promise<void> {
  const endings = [...children].map((child) => once(child, 'close'));
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(endings);
}
