import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { systemContext } from './context.ts';
import { StartupError } from './errors.ts';
import { type HttpServer, openHttpServer } from './http-server.ts';
import { createLogger, type Logger } from './infrastructure/logger.ts';
import { openDatabase } from './infrastructure/open-database.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { ensureDemo } from './resolvers/demo/create-demo.ts';
import { welcome } from './welcome.ts';
import { wire } from './wire.ts';

/** From src/ as from dist/. */
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** A stop that takes longer is cut short, milliseconds. */
const STOP_DEADLINE_MS = 9_500;

/** Starts the process that the settings describe, and stops it on SIGTERM and SIGINT. Never rejects. */
export async function run(readConfig: () => Config): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  try {
    const config = readConfig();
    const logger = createLogger(config.logLevel);
    stopOnSignals(logger, closers);
    await start(config, logger, closers);
  } catch (error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : describe(error)}\n`);
    await closeAll(closers).catch(() => undefined);
    process.exit(1);
  }
}

async function start(config: Config, logger: Logger, closers: (() => Promise<void>)[]): Promise<void> {
  const started = performance.now();
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { version: string };

  // The port first: when it is taken, nothing else has been touched.
  let http: HttpServer | undefined;
  if (config.role !== 'worker') {
    http = await openHttpServer(config.http);
    closers.push(http.close);
  }
  const database = await openDatabase({ ...config, migrationsDir: fromRoot('prisma/migrations'), logger });
  closers.push(database.close);
  const wiring = await wire(config, logger, database.connectionString);
  closers.push(wiring.close);

  const demo = config.production || !http ? undefined : await ensureDemo(systemContext(wiring.services));
  if (config.role !== 'api') await startJobs(wiring.services, wiring.queues);
  http?.serve(createApp({ wiring, assets: fromRoot('dist/clients'), version, demo }), wiring.services.live);
  process.stdout.write(
    welcome({ config, version, demo, embedded: database.embedded, ms: performance.now() - started }),
  );
}

function stopOnSignals(logger: Logger, closers: (() => Promise<void>)[]): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.debug({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    closeAll(closers).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Last opened, first closed; each is tried. */
async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  // The port is opened first, to fail early, and closed first, so that no request meets a closed database.
  const order = [...closers.slice(0, 1), ...closers.slice(1).reverse()];
  for (const close of order) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'some parts did not close');
}

const describe = (error: unknown): string =>
  `Pinbound failed to start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
