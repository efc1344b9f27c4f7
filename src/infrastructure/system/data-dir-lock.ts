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
 * Makes the data directory (0700) when absent and claims it for this process. The system gives the claim back when
 * the process ends in whatever way; the function returned does it earlier.
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
          'DATA_DIR takes no sockets: a second Pinbound in another container would not be noticed',
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

/** These systems can lock a file while opening it (O_EXLOCK), and have no socket names outside the file system. */
const HAS_LOCKING_OPEN = ['darwin', 'freebsd', 'openbsd'].includes(process.platform);
/** From their <fcntl.h>; node:fs does not name it. */
const O_EXLOCK = 0x20;
/** Bytes of an abstract socket's name behind its leading NUL: all of sun_path. */
const ABSTRACT_NAME_BYTES = 107;
/** How long a refused process waits for the number of the one that holds the lock, and how often it looks. */
const PID_WAIT_MS = 2_000;
const PID_POLL_MS = 20;

/** Makes the data directory (0700) when absent. @returns its real path @throws StartupError */
export async function makeDataDir(dataDir: string): Promise<string> {
  try {
    await makeDirectory(dataDir, 0o700);
    return await realpath(dataDir);
  } catch (cause) {
    throw unusable(dataDir, cause as Error);
  }
}

/** Makes the data directory (0700) when absent, and a file in it, which it removes. @throws StartupError */
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
 * Linux: an abstract socket, which containers have of their own. Windows: a named pipe. Only one process can hold the
 * name; undefined when it is taken.
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
 * Device and inode name the directory itself: containers that share a network, hence these names, may each have a
 * /data. The name fills sun_path, because Node 20 pads shorter ones with NULs and later versions do not.
 */
async function kernelName(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory, { bigint: true });
  const digest = createHash('sha512').update(`${dev}:${ino}`).digest('hex');
  if (process.platform === 'win32') return `\\\\.\\pipe\\pinbound-${digest}`;
  return `\0${`pinbound-${digest}`.slice(0, ABSTRACT_NAME_BYTES)}`;
}

/** The file is never deleted: every contender must lock the same one. */
function lockFile(directory: string): Release | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK;
  try {
    // A number: a FileHandle would be closed, and the lock lost, once nothing refers to it.
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

/** The holder writes its number just after it has the lock: until then there is none, or that of one that was killed. */
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
