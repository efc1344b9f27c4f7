import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { type Config, isOpenDevelopment, startedByPackageManager } from './config/config.ts';
import { wire } from './container/create-container.ts';
import { systemContext } from './context.ts';
import { StartupError } from './errors.ts';
import { type HttpServer, openHttpServer } from './http/server.ts';
import type { BrowserPool } from './infrastructure/capture/browser-pool.ts';
import { openDatabase } from './infrastructure/database/open-database.ts';
import { checkBucket } from './infrastructure/storage/check-bucket.ts';
import { checkDataDir } from './infrastructure/system/data-dir-lock.ts';
import { createLogger, type Logger } from './infrastructure/telemetry/logger.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { withDeadline } from './lib/deadline.ts';
import { ensureDemo } from './resolvers/addons/demo/ensure-demo.ts';
import { welcome } from './startup-banner.ts';
import { createWorkerApp } from './worker-app.ts';

/** From src/ as from dist/. */
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** A stop that takes longer is cut short, milliseconds. */
const STOP_DEADLINE_MS = 14_000;
/** SIGHUP comes from a terminal that is closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** How long a stop waits for a start under way, milliseconds. */
const START_GRACE_MS = 6_000;
/** Milliseconds between two looks at who our parent is. */
const PARENT_CHECK_MS = 500;
/** Of the stop's time, what is left to the embedded PostgreSQL: queues whose server does not answer may not take it, milliseconds. */
const DATABASE_STOP_MS = 6_500;

/** What a start has opened so far. */
interface Opened {
  http?: HttpServer;
  /** When a stop is cut short, as `performance.now()` counts. */
  stopEnds?: number;
  /** Closes what came after it, in the order of opening. */
  closers: (() => Promise<void>)[];
}

/** Starts the process that the settings describe, and stops it on SIGTERM, SIGINT and SIGHUP. Never rejects. */
export async function run(readConfig: () => Config): Promise<void> {
  const opened: Opened = { closers: [] };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(opened);
    return closing;
  };
  // Whoever reads what we print may go, as of `npm start | head`; that is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const config = readConfig();
    const logger = createLogger(config.logLevel);
    // It ends all the same; what it ended of stands in the log, too.
    process.on('uncaughtExceptionMonitor', (error, origin) =>
      logger.error({ err: error, origin }, 'the process ends of an error that nothing has caught'),
    );
    const started = start(config, logger, opened);
    // A start under way goes on to its end, so that what it opens is closed; one that hangs does not.
    stopOnSignals(logger, () => {
      opened.stopEnds = performance.now() + STOP_DEADLINE_MS;
      return withDeadline(started, START_GRACE_MS, stillStarting).then(close, close);
    });
    await started;
  } catch (error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : describe(error)}\n`);
    await close().catch(() => undefined);
    process.exit(1);
  }
}

async function start(config: Config, logger: Logger, opened: Opened): Promise<void> {
  const started = performance.now();
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { version: string };

  // The port first: when it is taken, nothing else has been touched.
  const isWorker = config.role === 'worker';
  const { port, host, maxConnections, trustedProxies } = config.http;
  const setting = isWorker ? 'WORKER_PORT' : 'PORT';
  const connections = { max: maxConnections, isDirect: trustedProxies === 0 };
  const http = port === undefined ? undefined : await openHttpServer({ port, host, setting, connections }, logger);
  opened.http = http;
  if (config.databaseUrl && writesFiles(config)) await checkDataDir(config.dataDir);
  const database = await openDatabase({ ...config, migrationsDir: fromRoot('prisma/migrations'), logger });
  opened.closers.push(database.close);
  const assets = fromRoot('dist/clients');
  const wiring = await wire(config, logger, database.connectionString, assets);
  opened.closers.push(() => {
    const left = (opened.stopEnds ?? performance.now() + STOP_DEADLINE_MS) - performance.now();
    return withDeadline(wiring.close(), left - DATABASE_STOP_MS, notClosed);
  });

  const demo = config.production || isWorker ? undefined : await ensureDemo(systemContext(wiring.services));
  if (config.role !== 'api') await startJobs(wiring.services, wiring.queues);
  http?.serve(isWorker ? createWorkerApp(wiring) : createApp({ wiring, assets, version, demo }), {
    endSubscriptions: wiring.endSubscriptions,
    onDrop: (reason) => wiring.services.metrics.connectionsDropped.inc({ reason }),
  });
  if (isOpenDevelopment(config)) {
    logger.warn(
      { host },
      'NODE_ENV is not production, and HOST lets other machines in: GraphiQL hands a token of the demo account to whoever opens it; set NODE_ENV=production where others reach it',
    );
  }
  if (config.networkPolicy === 'open') {
    logger.warn(
      {},
      'NETWORK_POLICY=open: captures and deliveries may reach private addresses; set public where strangers sign in',
    );
  }
  process.stdout.write(
    welcome({ config, version, demo, embedded: database.embedded, ms: performance.now() - started }),
  );
  if (config.role !== 'api') tellBrowser(config, logger, wiring.services.browsers);
  if (config.s3) void checkBucket(wiring.services.objects, config.s3, logger);
}

/** Without the embedded database; a browser that cannot be unpacked keeps nothing else from working, and says so. */
const writesFiles = ({ authSecrets, mail, s3 }: Config): boolean => !authSecrets || !mail.smtpUrl || !s3;

/** The rest of the service does not wait for it: it may have to be unpacked first. */
function tellBrowser({ capture }: Config, logger: Logger, browsers: BrowserPool): void {
  if (!capture.sandbox) {
    logger.warn({}, "captures run without the browser's sandbox: start the service as an ordinary user to have it");
  }
  browsers.choose().then(
    ({ version, source, path }) => process.stdout.write(`Snapshots are taken with ${version} (${source}: ${path})\n\n`),
    (error: Error) => logger.error({}, `snapshots cannot be taken: ${error.message}`),
  );
}

function stopOnSignals(logger: Logger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.debug({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  // Each stays ours: a signal that nobody handles ends the process at once, and leaves PostgreSQL running.
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  // `npm start` stopped by a signal takes its shell along, which passes nothing on: losing the parent is the signal.
  if (startedByPackageManager()) whenParentGoes(() => stop('SIGTERM'));
}

/** The port first, so that no request meets a closed database; then last opened, first closed. Each is tried. */
async function closeAll({ http, closers }: Opened): Promise<void> {
  const failures: unknown[] = [];
  const order = [...(http ? [http.close] : []), ...closers.toReversed()];
  for (const close of order) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'some parts did not close');
}

function whenParentGoes(act: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) act();
  }, PARENT_CHECK_MS).unref();
}

const stillStarting = () => new Error(`still starting after ${START_GRACE_MS} ms`);
const notClosed = () => new Error('queues and connections were not closed in time');

const describe = (error: unknown): string =>
  `Pinbound failed to start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
