// First, before modules that allocate.
import './infrastructure/system/start-memory.ts';
import { fileURLToPath } from 'node:url';
import { createApp, createWorkerApp } from './app.ts';
import { type Config, isOpenDevelopment, startedByPackageManager } from './config/config.ts';
import { createContainer } from './container/create-container.ts';
import { type Services, systemContext } from './context.ts';
import { StartupError } from './errors.ts';
import { type HttpServer, openHttpServer } from './http/server.ts';
import { browserWarning, releaseOf } from './infrastructure/capture/browser/browser-release.ts';
import { openDatabase } from './infrastructure/database/open-database.ts';
import { checkBucket } from './infrastructure/storage/check-bucket.ts';
import { checkDataDir } from './infrastructure/system/data-dir-lock.ts';
import { releaseStartMemory } from './infrastructure/system/start-memory.ts';
import { createLogger, type Logger, serializeFault } from './infrastructure/telemetry/logger.ts';
import { logTextOutput, logUncaughtErrors } from './infrastructure/telemetry/text-output.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { withDeadline } from './lib/deadline.ts';
import { VERSION } from './lib/version.ts';
import { ensureDemo } from './resolvers/addons/demo/ensure-demo.ts';
import { addDemoHistory } from './resolvers/addons/demo/history/add-history.ts';
import { type Started, startupBanner, startupRecord } from './startup-banner.ts';

/** Resolves a path from the package root, in src/ and dist/ alike. */
const resolveFromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** Longest time to stop before the process exits anyway, milliseconds. */
const STOP_DEADLINE_MS = 14_000;
/** Signals that stop the process; SIGHUP is sent when a terminal closes. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Time that a stop waits for a start in progress, milliseconds. */
const START_TIMEOUT_MS = 6_000;
/** Message of a start that failed with an error other than a StartupError. */
const UNEXPECTED = 'Pinbound failed to start';
/** Whether standard output is a terminal. If not, the process writes only JSON there. */
const onTerminal = process.stdout.isTTY;
/** Interval at which the parent process is checked, milliseconds. */
const PARENT_CHECK_INTERVAL_MS = 500;
/** Time reserved for the embedded PostgreSQL to stop if queues do not respond, milliseconds. */
const DATABASE_STOP_MS = 6_500;

/** Resources that were opened so far. */
interface Opened {
  http?: HttpServer;
  /** Aborts when the process is asked to stop; a start in progress then opens nothing more. */
  stop: AbortController;
  /** End of the time to stop, by `performance.now()`. */
  stopDeadline?: number;
  /** Close functions in the order of opening. */
  closers: (() => Promise<void>)[];
}

/** Starts the process, and stops it on SIGTERM, SIGINT and SIGHUP. Never rejects. */
export async function run(readConfig: () => Config): Promise<void> {
  const opened: Opened = { stop: new AbortController(), closers: [] };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(opened);
    return closing;
  };
  // A closed output pipe, as of `npm start | head`, does not stop the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const config = readConfig();
    const logger = createLogger(config.logLevel);
    if (!onTerminal) logTextOutput(logger);
    logUncaughtErrors(logger, onTerminal);
    for (const setting of config.misspelled) logger.warn({}, setting);
    const started = start(config, logger, opened);
    // A start in progress ends its current step, so that what it opened is closed; a hanging one
    // times out.
    stopOnSignals(logger, () => {
      opened.stop.abort();
      opened.stopDeadline = performance.now() + STOP_DEADLINE_MS;
      return withDeadline(started, START_TIMEOUT_MS, stillStarting).then(close, close);
    });
    await started;
  } catch (error) {
    reportFailedStart(error);
    await close().catch(() => undefined);
    process.exit(1);
  }
}

async function start(config: Config, logger: Logger, opened: Opened): Promise<void> {
  const started = performance.now();

  // The port first: if it is in use, nothing else was changed.
  const isWorker = config.role === 'worker';
  const { port, host, maxConnections, trustedProxies } = config.http;
  const setting = isWorker ? 'WORKER_PORT' : 'PORT';
  const connections = { max: maxConnections, isDirect: trustedProxies === 0 };
  const http = port === undefined ? undefined : await openHttpServer({ port, host, setting, connections }, logger);
  opened.http = http;
  if (config.databaseUrl && writesFiles(config)) await checkDataDir(config.dataDir);
  const { signal } = opened.stop;
  const migrationsDir = resolveFromRoot('prisma/migrations');
  const database = await openDatabase({ ...config, migrationsDir, logger, signal });
  opened.closers.push(database.close);
  if (signal.aborted) return;
  const assets = resolveFromRoot('dist/clients');
  const container = await createContainer(config, logger, database.connectionString, assets);
  opened.closers.push(() => {
    const left = (opened.stopDeadline ?? performance.now() + STOP_DEADLINE_MS) - performance.now();
    return withDeadline(container.close(), left - DATABASE_STOP_MS, notClosed);
  });
  if (signal.aborted) return;

  const demo = config.production || isWorker ? undefined : await ensureDemo(systemContext(container.services));
  if (config.role !== 'api') await startJobs(container.services, container.queues);
  releaseStartMemory();
  http?.serve(isWorker ? createWorkerApp(container) : createApp({ container, assets, version: VERSION, demo }), {
    endSubscriptions: container.endSubscriptions,
    onDrop: (reason) => container.services.metrics.connectionsDropped.inc({ reason }),
  });
  if (demo && config.demoHistory) {
    const { services } = container;
    services.runInBackground('demo history', () => addDemoHistory(systemContext(services), demo));
  }
  if (isOpenDevelopment(config)) {
    logger.warn(
      { host },
      'development mode is reachable from other machines: GraphiQL contains a token of the demo account; set NODE_ENV=production',
    );
  }
  if (config.networkPolicy === 'open') {
    logger.warn(
      {},
      'NETWORK_POLICY=open: captures and deliveries may reach private addresses; set public if third parties can sign in',
    );
  }
  const ms = performance.now() - started;
  reportStart({ config, version: VERSION, demo, embedded: database.embedded, ms });
  if (config.role !== 'api') reportBrowser(config, logger, container.services);
  if (config.s3) void checkBucket(container.services.objects, config.s3, logger);
}

/** Returns whether a process without the embedded database writes to the data directory. */
const writesFiles = ({ authSecrets, mail, s3 }: Config): boolean => !authSecrets || !mail.smtpUrl || !s3;

/** Prints the banner on a terminal; else logs its values, whatever LOG_LEVEL. */
function reportStart(started: Started): void {
  if (onTerminal) process.stdout.write(startupBanner(started));
  else createLogger('info').info(startupRecord(started), 'Pinbound is ready');
}

/** Reports on standard error why the start failed: as text on a terminal, else as a log record. */
function reportFailedStart(error: unknown): void {
  const isExpected = error instanceof StartupError;
  if (process.stderr.isTTY) {
    process.stderr.write(`${isExpected ? error.message : `${UNEXPECTED}: ${describe(error)}`}\n`);
    return;
  }
  const logger = createLogger('error', process.stderr);
  if (isExpected) logger.error({}, error.message);
  else logger.error({ err: serializeFault(error) }, UNEXPECTED);
}

/**
 * Reports the browser for captures, in the background: it may have to be unpacked first, which
 * takes memory like a start.
 */
function reportBrowser({ capture }: Config, logger: Logger, { browsers, metrics }: Services): void {
  if (!capture.sandbox) {
    logger.warn({}, "captures run without the browser's sandbox; start the service as an ordinary user to enable it");
  }
  browsers
    .select()
    .then(
      ({ version, source, path }) => {
        if (onTerminal) process.stdout.write(`Snapshots are taken with ${version} (${source}: ${path})\n\n`);
        else createLogger('info').info({ browser: version, source, path }, 'browser of snapshots selected');
        metrics.browserRelease.set((releaseOf(version)?.getTime() ?? 0) / 1_000);
        const warning = browserWarning(version);
        if (warning) logger.warn({}, warning);
      },
      (error: Error) => logger.error({}, `snapshots unavailable: ${error.message}`),
    )
    .finally(releaseStartMemory);
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
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  // Handlers stay registered: without one, a second signal would leave PostgreSQL running.
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  // The shell of `npm start` does not forward signals; the parent's exit is the signal.
  if (startedByPackageManager()) onParentExit(() => stop('SIGTERM'));
}

/** Closes the port first, then the rest in reverse order of opening, whatever fails. */
async function closeAll({ http, closers }: Opened): Promise<void> {
  const failures: unknown[] = [];
  const order = [...(http ? [http.close] : []), ...closers.toReversed()];
  for (const close of order) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'resources not closed');
}

function onParentExit(callback: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) callback();
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

const stillStarting = () => new Error(`still starting after ${START_TIMEOUT_MS} ms`);
const notClosed = () => new Error('queues and connections not closed in time');

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
