import { createHash, randomUUID } from 'node:crypto';
import { close, constants, openSync } from 'node:fs';
import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { claimBySocket } from './data-dir-sockets.ts';
import { makeDirectory } from './make-directory.ts';
import { isAlive } from './process-alive.ts';

/**
 * Creates the data directory (0700) if absent and locks it for this process. The operating system
 * releases the lock when the process ends.
 * @returns a function that releases the lock earlier
 */
export async function lockDataDir(dataDir: string, logger?: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  const directory = await makeDataDir(dataDir);
  const pidFile = join(directory, 'pinbound.pid');
  const unlock = await (HAS_LOCKING_OPEN ? lockFile(directory) : lockName(directory));
  if (!unlock) throw alreadyRunning(directory, await holder(pidFile));
  const releases: Release[] = [unlock];
  const release = async () => {
    for (const each of releases) await each();
  };
  try {
    if (process.platform === 'linux') {
      const withdraw = await claimBySocket(directory, (cause) =>
        logger?.warn(
          { err: cause },
          'DATA_DIR supports no sockets: a second Pinbound in another container would not be detected',
        ),
      );
      if (!withdraw) throw alreadyRunning(directory, 'of another container');
      releases.unshift(withdraw);
    }
    await writeFile(pidFile, `${process.pid}\n`);
    releases.unshift(() => rm(pidFile, { force: true }));
    return release;
  } catch (error) {
    await release();
    throw error instanceof StartupError ? error : unusable(directory, error as Error);
  }
}

type Release = () => Promise<void>;

/** Systems that can lock a file on open (O_EXLOCK) and have no abstract socket names. */
const HAS_LOCKING_OPEN = ['darwin', 'freebsd', 'openbsd'].includes(process.platform);
/** From <fcntl.h> of these systems; node:fs does not export it. */
const O_EXLOCK = 0x20;
/** Length of an abstract socket name after its leading NUL: all of sun_path, bytes. */
const ABSTRACT_NAME_BYTES = 107;
/** Maximum wait of a rejected process for the lock holder's pid, ms. */
const PID_WAIT_MS = 2_000;
/** Interval of reading the pid file, ms. */
const PID_POLL_MS = 20;

/**
 * Creates the data directory (0700) if absent.
 * @returns its real path
 * @throws StartupError
 */
export async function makeDataDir(dataDir: string): Promise<string> {
  try {
    await makeDirectory(dataDir, 0o700);
    return await realpath(dataDir);
  } catch (cause) {
    throw unusable(dataDir, cause as Error);
  }
}

/**
 * Creates the data directory (0700) if absent, and checks that it is writable.
 * @throws StartupError
 */
export async function checkDataDir(dataDir: string): Promise<void> {
  const directory = await makeDataDir(dataDir);
  const file = join(directory, `writable-${randomUUID()}`);
  try {
    await writeFile(file, '');
    await rm(file, { force: true });
  } catch (cause) {
    throw unusable(directory, cause as Error);
  }
}

/**
 * Locks a name that only one process can own: an abstract socket (Linux; separate per container) or
 * a named pipe (Windows). Undefined if it is taken.
 */
async function lockName(directory: string): Promise<Release | undefined> {
  const name = await kernelName(directory);
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => {
      server.unref();
      resolve(() => new Promise((closed) => server.close(() => closed())));
    });
  });
}

/**
 * Identifies the directory by device and inode: containers that share a network share these names,
 * but may each have a /data. The name fills sun_path, because only Node 20 pads shorter ones with
 * NULs.
 */
async function kernelName(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory, { bigint: true });
  const digest = createHash('sha512').update(`${dev}:${ino}`).digest('hex');
  if (process.platform === 'win32') return `\\\\.\\pipe\\pinbound-${digest}`;
  return `\0${`pinbound-${digest}`.slice(0, ABSTRACT_NAME_BYTES)}`;
}

/** Locks a file that is never deleted, so that all processes lock the same one. */
function lockFile(directory: string): Release | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK;
  try {
    // A descriptor: a FileHandle would be closed on garbage collection, which releases the lock.
    const descriptor = openSync(join(directory, 'pinbound.lock'), flags, 0o600);
    return () => promisify(close)(descriptor);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN' || code === 'EWOULDBLOCK') return undefined;
    throw error;
  }
}

function alreadyRunning(directory: string, which: string | undefined): StartupError {
  const known = which ? ` (${which})` : '';
  return new StartupError(
    `Another Pinbound${known} is already running with DATA_DIR ${directory}. ` +
      'Stop it first, or set DATA_DIR to another directory.',
  );
}

/**
 * Reads the holder's pid, which is written just after locking; until then it is absent or stale.
 */
async function holder(pidFile: string): Promise<string | undefined> {
  const giveUpAt = Date.now() + PID_WAIT_MS;
  do {
    const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
    if (Number.isInteger(pid) && pid > 0 && isAlive(pid)) return `process ${pid}`;
    await delay(PID_POLL_MS);
  } while (Date.now() < giveUpAt);
  return undefined;
}

function unusable(dataDir: string, cause: Error): StartupError {
  return new StartupError(
    `Cannot use the data directory ${dataDir}: ${cause.message}. ` +
      'Make it writable for the user who starts Pinbound, or set DATA_DIR to another directory.',
    { cause },
  );
}
