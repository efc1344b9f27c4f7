import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, readdir, realpath, rename, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { chooseAccount, type ServerAccount } from './account.ts';
import { closedDirectory, letPass, makeOpenDirectory } from './permissions.ts';
import { stopStrayServer } from './reattach.ts';

/** Where the cluster is, or is to be made. */
export type ClusterLocation = {
  clusterDir: string;
  exists: boolean;
  /** Set when this process is root: the user who owns the cluster and runs the server. */
  account: ServerAccount | undefined;
  /** Where a link to the cluster belongs once it exists, when it lives outside the data directory. */
  linkPath?: string;
};

interface LocationRequest {
  dataDir: string;
  stagingDir: string;
  logger: Pick<Logger, 'warn'>;
}

/** Finds `<dataDir>/postgres`, or decides where it goes; `dataDir` must be a real path. */
export async function locateCluster({ dataDir, stagingDir, logger }: LocationRequest): Promise<ClusterLocation> {
  const path = join(dataDir, 'postgres');
  const existing = await existingCluster(path);
  const owner = existing === undefined ? undefined : await stat(existing);
  if (process.getuid?.() !== 0) {
    if (existing && owner && owner.uid !== process.getuid?.()) throw foreignOwner(existing, owner.uid);
    return { clusterDir: existing ?? path, exists: existing !== undefined, account: undefined };
  }

  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await chooseAccount();
  const parent = dirname(existing ?? path);
  let closed = await closedDirectory(parent, account);
  if (closed === dataDir && (await letPass(dataDir, account))) closed = await closedDirectory(parent, account);
  if (existing) {
    if (closed) throw unreachable(existing, closed, account);
    // Restored from a backup by root.
    if (owner?.uid === 0) await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, existing]);
    return { clusterDir: existing, exists: true, account };
  }
  if (!closed) return { clusterDir: path, exists: false, account };
  const staged = await stagedCluster(dataDir, stagingDir, account);
  await setOrphanAside(staged, logger);
  return { clusterDir: staged, exists: false, account, linkPath: path };
}

/** Makes the link in the data directory to a cluster outside it. Last of all, so that a link always means data. */
export async function linkCluster({ clusterDir, linkPath }: ClusterLocation): Promise<void> {
  if (linkPath) await symlink(clusterDir, linkPath);
}

async function existingCluster(path: string): Promise<string | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) return undefined;
  const real = await realpath(path).catch(() => undefined);
  if (!real) {
    throw new StartupError(
      `The database is gone: ${path} is a link to a directory that does not exist. ` +
        'Restore that directory, or delete the link to start with an empty database.',
    );
  }
  const files = await readdir(real).catch(() => undefined);
  // Unreadable: the owner's check, which follows, explains it.
  if (files === undefined || files.includes('PG_VERSION')) return real;
  if (files.length > 0 || entry.isSymbolicLink()) {
    throw new StartupError(`${path} is not a PostgreSQL data directory (no PG_VERSION in it). Move it away.`);
  }
  await rmdir(path);
  return undefined;
}

async function stagedCluster(dataDir: string, stagingDir: string, account: ServerAccount): Promise<string> {
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const parent = join(stagingDir, key);
  await makeOpenDirectory(stagingDir);
  await makeOpenDirectory(parent);
  const closed = await closedDirectory(await realpath(parent), account);
  if (closed) throw unreachable(parent, closed, account);
  return join(await realpath(parent), 'postgres');
}

/** A cluster that no link names belonged to a data directory which was deleted, or was never served. */
async function setOrphanAside(clusterDir: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  if (!(await lstat(clusterDir).catch(() => undefined))) return;
  await stopStrayServer(clusterDir, logger);
  const aside = `${clusterDir}.orphan-${Date.now()}`;
  await rename(clusterDir, aside);
  logger.warn({ aside }, 'A database whose data directory was deleted has been set aside; delete it if not needed');
}

function unreachable(directory: string, closed: string, { uid }: ServerAccount): StartupError {
  return new StartupError(
    `PostgreSQL refuses to run as root, and user ${uid}, who runs it instead, cannot enter ${closed} to reach ` +
      `${directory}. Allow it with: chmod o+x ${closed} — or start Pinbound as an ordinary user, or set DATABASE_URL.`,
  );
}

function foreignOwner(clusterDir: string, uid: number): StartupError {
  return new StartupError(
    `The database in ${clusterDir} belongs to user ${uid}, and this process is user ${process.getuid?.()}. ` +
      'Start Pinbound as that user (or as root, if root created it), or change the owner of that directory.',
  );
}
