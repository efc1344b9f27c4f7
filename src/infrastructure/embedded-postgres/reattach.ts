import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../system/process-alive.ts';
import type { Logger } from '../telemetry/logger.ts';
import { connectionString, servesCluster } from './connection.ts';
import { readPassword } from './password.ts';
import { isServerOf, type RunningServer, readPostmasterPid } from './postmaster.ts';
import { FORCED, stopServer } from './stop.ts';

interface ReattachRequest {
  clusterDir: string;
  nativeDir: string;
  password: string;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Returns the server that still runs on the cluster after its parent was killed, if it responds. An
 * unresponsive server is stopped. A postmaster.pid with the id of an unrelated process is deleted.
 */
export async function reattachServer(request: ReattachRequest): Promise<RunningServer | undefined> {
  const { clusterDir, nativeDir, password, logger } = request;
  const entry = await readPostmasterPid(clusterDir);
  if (!entry) return undefined;
  if (!isAlive(entry.pid)) {
    // PostgreSQL mistakes a zombie for a running server. If a backend has survived, the new server
    // detects it by the directory's shared memory.
    await rm(join(clusterDir, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const ours = await isServerOf(entry.pid, clusterDir);
  if (ours === false) {
    // PostgreSQL mistakes any process with this id for a server and refuses to start.
    await rm(join(clusterDir, 'postmaster.pid'), { force: true });
    logger.warn({ pid: entry.pid }, 'stale postmaster.pid deleted: its process id belongs to another program');
    return undefined;
  }
  const server = { pid: entry.pid, port: entry.port, clusterDir, nativeDir };
  if (await servesCluster(entry.port, password, clusterDir)) return server;
  logger.warn({ pid: entry.pid }, 'embedded PostgreSQL of an earlier run does not respond; stopping it');
  await stopServer(server, FORCED);
  return undefined;
}

/** Returns the connection string of the server that runs on a data directory, if it responds. */
export async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const clusterDir = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const entry = clusterDir === undefined ? undefined : await readPostmasterPid(clusterDir);
  if (clusterDir === undefined || !entry?.ready) return undefined;
  const password = await readPassword(dataDir, clusterDir);
  return (await servesCluster(entry.port, password, clusterDir)) ? connectionString(entry.port, password) : undefined;
}

/** Stops the server of a cluster whose password is unknown. */
export async function stopOrphanedServer(clusterDir: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  const entry = await readPostmasterPid(clusterDir);
  if (!entry || !isAlive(entry.pid)) return;
  logger.warn({ pid: entry.pid }, 'stopping the embedded PostgreSQL of a deleted data directory');
  await stopServer({ ...entry, clusterDir, nativeDir: '' }, FORCED);
}
