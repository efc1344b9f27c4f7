import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ServerAccount } from './account.ts';
import { program } from './binaries.ts';
import { type RunningServer, readPostmasterPid } from './postmaster.ts';
import { serverEnvironment, serverOptions } from './server-settings.ts';
import { FORCED, stopServer } from './stop.ts';

interface LaunchRequest {
  clusterDir: string;
  nativeDir: string;
  dataDir: string;
  account: ServerAccount | undefined;
  /** Default: a free port. */
  port?: number;
  /** Default: 100. */
  maxConnections?: number;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Starts the server and waits until it accepts connections.
 * @throws StartupError
 */
export async function launchServer(request: LaunchRequest): Promise<RunningServer> {
  const logFile = join(request.dataDir, 'postgres.log');
  for (let attempt = 1; ; attempt += 1) {
    const log = await open(logFile, 'a+', 0o600);
    try {
      const logStart = (await log.stat()).size;
      const outcome = await attemptLaunch(request, log);
      if ('server' in outcome) return outcome.server;
      const lines = (await readFrom(log, logStart)).trim();
      if (attempt >= MAX_ATTEMPTS || !TRANSIENT_FAILURE.test(lines)) throw startFailed(logFile, lines, outcome.failure);
    } finally {
      await log.close();
    }
    await delay(RETRY_PAUSE_MS);
  }
}

const MAX_ATTEMPTS = 5;
const RETRY_PAUSE_MS = 200;
/** Another program took the port meanwhile, or processes of a killed server are still exiting. */
const TRANSIENT_FAILURE = /Address already in use|could not bind|shared memory block .* is still in use/;
/** Recovery after a crash replays up to max_wal_size, 1 GB. */
const READY_WITHIN_MS = 120_000;
const POLL_MS = 10;

type Outcome = { server: RunningServer } | { failure: string };

async function attemptLaunch(
  { clusterDir, nativeDir, account, port: wanted, maxConnections, logger }: LaunchRequest,
  log: FileHandle,
): Promise<Outcome> {
  const port = wanted ?? (await freePort());
  const child = spawn(program(nativeDir, 'postgres'), ['-D', clusterDir, ...serverOptions(port, maxConnections)], {
    ...account,
    cwd: clusterDir,
    env: serverEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    // Out of the terminal's process group: Ctrl-C must reach this process first.
    detached: true,
    windowsHide: true,
  });
  const ending = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`cannot be executed (${error.message})`));
    child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
  });
  const failure = await Promise.race([ending, untilReady(child, clusterDir)]);
  if (child.pid === undefined) return { failure: await ending };
  const server = { pid: child.pid, port, clusterDir, nativeDir };
  if (failure !== undefined) {
    await stopServer(server, FORCED);
    return { failure };
  }
  child.unref();
  child.once('exit', (code, signal) => {
    if (code !== 0) logger.warn({ pid: child.pid, code, signal }, 'embedded PostgreSQL exited unexpectedly');
  });
  return { server };
}

/** Polls the status line of postmaster.pid, like pg_ctl; connection attempts would fill the log. */
async function untilReady(child: ChildProcess, clusterDir: string): Promise<string | undefined> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const entry = await readPostmasterPid(clusterDir);
    if (entry?.pid === child.pid && entry.ready) return undefined;
    if (performance.now() > deadline) return `not ready after ${READY_WITHIN_MS / 1000} s`;
    await delay(POLL_MS);
  }
  return 'ended';
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function readFrom(file: FileHandle, offset: number): Promise<string> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.max(0, size - offset));
  await file.read(buffer, 0, buffer.length, offset);
  return buffer.toString('utf8');
}

function startFailed(logFile: string, lines: string, failure: string): StartupError {
  const tail = lines.split('\n').slice(-LOG_TAIL_LINES).join('\n');
  return new StartupError(
    `The embedded PostgreSQL did not start: postgres ${failure}. Correct the cause, or set DATABASE_URL to a ` +
      `PostgreSQL server (14 or later). ${tail ? `Last lines of ${logFile}:\n${tail}` : `${logFile} is empty.`}`,
  );
}

const LOG_TAIL_LINES = 10;
