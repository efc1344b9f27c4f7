import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../system/process-alive.ts';
import type { Logger } from '../telemetry/logger.ts';
import { servesCluster } from './connection.ts';
import { isServerOf, type RunningServer, readPostmasterPid } from './postmaster.ts';
import { FORCED, stopServer } from './stop.ts';

interface AdoptRequest {
  clusterDir: string;
  nativeDir: string;
  password: string;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Returns the server that still runs on the cluster after its parent was killed, provided that it answers. One that
 * does not answer is stopped; a postmaster.pid that names an unrelated process is deleted, that process left alone.
 */
export async function adoptServer(request: AdoptRequest): Promise<RunningServer | undefined> {
  const { clusterDir, nativeDir, password, logger } = request;
  const entry = await readPostmasterPid(clusterDir);
  if (!entry) return undefined;
  if (!isAlive(entry.pid)) {
    // PostgreSQL takes one that has ended, but whose parent has not noticed yet, for a running server. Should a backend
    // have outlived it, the new server sees that by the shared memory of the directory.
    await rm(join(clusterDir, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const ours = await isServerOf(entry.pid, clusterDir);
  if (ours === false) {
    // PostgreSQL itself takes any living process of this id for a server and would refuse to start.
    await rm(join(clusterDir, 'postmaster.pid'), { force: true });
    logger.warn({ pid: entry.pid }, 'Deleted a stale postmaster.pid: its process id belongs to another program now');
    return undefined;
  }
  const server = { pid: entry.pid, port: entry.port, clusterDir, nativeDir };
  if (await servesCluster(entry.port, password, clusterDir)) return server;
  logger.warn({ pid: entry.pid }, 'The embedded PostgreSQL of an earlier run does not answer; stopping it');
  await stopServer(server, FORCED);
  return undefined;
}

/** Stops whatever server runs on a cluster whose password is not known. */
export async function stopStrayServer(clusterDir: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  const entry = await readPostmasterPid(clusterDir);
  if (!entry || !isAlive(entry.pid)) return;
  logger.warn({ pid: entry.pid }, 'Stopping the embedded PostgreSQL of a deleted data directory');
  await stopServer({ ...entry, clusterDir, nativeDir: '' }, FORCED);
}
