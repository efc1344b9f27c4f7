import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, readdir, realpath, rename, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { chooseAccount, type ServerAccount } from './account.ts';
import { findInaccessibleDirectory, grantTraversal, makeTraversableDirectory } from './permissions.ts';
import { stopOrphanedServer } from './reattach.ts';

/** Location of the cluster, which may not exist yet. */
export type ClusterLocation = {
  clusterDir: string;
  exists: boolean;
  /** User who owns the cluster and runs the server, if this process is root. */
  account: ServerAccount | undefined;
  /** Path of the link to a cluster outside of the data directory. */
  linkPath?: string;
};

interface LocationRequest {
  dataDir: string;
  stagingDir: string;
  logger: Pick<Logger, 'warn'>;
}

/** Finds `<dataDir>/postgres` or decides where to create it; `dataDir` must be a real path. */
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
  let closed = await findInaccessibleDirectory(parent, account);
  if (closed === dataDir && (await grantTraversal(dataDir, account)))
    closed = await findInaccessibleDirectory(parent, account);
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

/**
 * Links a cluster outside of the data directory. Called last, so that a link implies existing data.
 */
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
  // Unreadable: the following check of the owner explains it.
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
  await makeTraversableDirectory(stagingDir);
  await makeTraversableDirectory(parent);
  const closed = await findInaccessibleDirectory(await realpath(parent), account);
  if (closed) throw unreachable(parent, closed, account);
  return join(await realpath(parent), 'postgres');
}

/** Renames a cluster without a link: its data directory was deleted, or it was never used. */
async function setOrphanAside(clusterDir: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  if (!(await lstat(clusterDir).catch(() => undefined))) return;
  await stopOrphanedServer(clusterDir, logger);
  const aside = `${clusterDir}.orphan-${Date.now()}`;
  await rename(clusterDir, aside);
  logger.warn({ aside }, 'orphaned database renamed: its data directory was deleted; remove it if not needed');
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
