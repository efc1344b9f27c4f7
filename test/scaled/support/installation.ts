import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../src/infrastructure/embedded-postgres/start.ts';
import { createLogger } from '../../../src/infrastructure/telemetry/logger.ts';
import { startSite } from '../../clients/support/feedback-double.ts';
import { temporaryDirectory, watchDataDir } from '../../support/data-dirs.ts';
import { freePort, type ServerProcess, startServer } from '../../support/server-process.ts';
import { startCaddy } from '../../support/servers/caddy-server.ts';
import { startRedis } from '../../support/servers/redis-server.ts';
import { S3_CREDENTIALS, startS3Server } from '../../support/servers/s3-server.ts';
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts';

/** A process of the service that keeps its address and settings when it is started again. */
interface ManagedProcess {
  url: string;
  start(): Promise<void>;
  /** Sends SIGTERM, as an update does, and waits for the end. */
  stop(): Promise<{ code: number | NodeJS.Signals }>;
  kill(): Promise<void>;
  output(): string;
}

/** The installation of compose.scaled.yaml, as processes on the loopback address. */
export interface Installation {
  /** Address of the proxy in front of the api processes. */
  url: string;
  apis: [ManagedProcess, ManagedProcess];
  workers: [ManagedProcess, ManagedProcess];
  redis: { restart(): Promise<void> };
  postgres: { restart(): Promise<void> };
  /** Connections to the image storage fail until they are restored. */
  storage: { cut(): void; restore(): void };
  /** Site of the customer, and its pages by path. */
  site: string;
  pages: Map<string, string>;
  connect(): Promise<pg.Client>;
  /** Logs of the proxy and of the processes. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts two api and two worker processes on PostgreSQL, Redis and an S3 server, behind Caddy with
 * its shipped configuration. PostgreSQL writes to disk, since it is restarted. The caller cleans up
 * (`stop`, `killServers`, then `cleanUp`).
 */
export async function startInstallation(): Promise<Installation> {
  const directory = await temporaryDirectory();
  const dataDir = watchDataDir(join(directory, 'database'));
  const startPostgres = () => startEmbeddedPostgres({ dataDir, logger: createLogger('silent') });
  const pages = new Map<string, string>();
  const site = await startSite(pages);
  const [s3, redis] = await Promise.all([startS3Server(), startRedis()]);
  let postgres = await startPostgres();
  // PostgreSQL listens on another port after each start.
  const database = await startTcpProxy(postgres.connectionString);
  const storage = await startTcpProxy(s3.url);
  const ports = [await freePort(), await freePort()] as const;
  const proxy = await startCaddy(ports.map((port) => `127.0.0.1:${port}`));

  const shared = {
    NODE_ENV: 'production',
    AUTH_SECRET: 'scaled-test-secret-scaled-test-secret',
    BASE_URL: proxy.url,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    S3_ENDPOINT: storage.url,
    S3_BUCKET: s3.bucket,
    S3_REGION: S3_CREDENTIALS.region,
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    NETWORK_POLICY: 'open',
    TRUST_PROXY: '1',
    CAPTURE_CONCURRENCY: '1',
    WEBHOOK_RETRY_DELAYS: '0,1,1,1,1',
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_IP: '0',
    RATE_LIMIT_PROJECT: '0',
    RATE_LIMIT_COLLECT: '0',
    LOG_LEVEL: 'error',
  };
  const manage = async (role: string, env: NodeJS.ProcessEnv): Promise<ManagedProcess> => {
    const settings = { ...shared, ...env, ROLE: role, DATA_DIR: join(await temporaryDirectory(), 'data') };
    let current: ServerProcess | undefined;
    let output = '';
    const running = () => {
      if (!current) throw new Error(`the ${role} is not started`);
      return current;
    };
    return {
      url: `http://127.0.0.1:${env.PORT ?? env.WORKER_PORT}`,
      async start() {
        output += current?.output() ?? '';
        current = await startServer(settings);
        await current.ready();
      },
      stop: () => running().stop(),
      kill: () => running().kill(),
      output: () => output + (current?.output() ?? ''),
    };
  };
  const apis = await Promise.all(ports.map((port) => manage('api', { PORT: String(port) })));
  const workers = await Promise.all(
    [1, 2].map(async () => manage('worker', { WORKER_PORT: String(await freePort()) })),
  );
  const [firstApi, secondApi, firstWorker, secondWorker] = [...apis, ...workers];
  if (!firstApi || !secondApi || !firstWorker || !secondWorker) throw new Error('two processes of each kind');
  await Promise.all([...apis, ...workers].map((each) => each.start()));

  return {
    url: proxy.url,
    apis: [firstApi, secondApi],
    workers: [firstWorker, secondWorker],
    redis: {
      // Its queues are lost with it.
      async restart() {
        await redis.stop();
        await redis.start();
      },
    },
    postgres: {
      async restart() {
        await postgres.stop();
        postgres = await startPostgres();
        database.moveTo(postgres.connectionString);
      },
    },
    storage,
    site: site.url,
    pages,
    async connect() {
      const client = new pg.Client({ connectionString: postgres.connectionString });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    output: () => [proxy.output(), ...[...apis, ...workers].map((each) => each.output())].join('\n'),
    async stop() {
      await Promise.all([...apis, ...workers].map((each) => each.kill()));
      await proxy.stop();
      await Promise.all([database.close(), storage.close(), s3.close(), redis.stop(), postgres.stop()]);
      await site.close();
    },
  };
}
