import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createContainer } from '../../src/container/create-container.ts';
import { type Services, systemContext } from '../../src/context.ts';
import { sequentially } from '../../src/http/pipelining.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { ensureDemo } from '../../src/resolvers/addons/demo/ensure-demo.ts';
import { sharedBrowser } from './browser.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  url: string;
  services: Services;
  routes: App['routes'];
  databaseUrl: string;
  /** Directory of its files, including mails. */
  dataDir: string;
  close(): Promise<void>;
}

/**
 * Starts the whole service on a free port, with a PostgreSQL database of its own.
 * @param options.env settings in addition to the defaults; limits are off unless given
 * @param options.databaseUrl joins the database of another test app
 * @param options.jobs processes jobs
 * @param options.demo creates the demo organization and the demo page
 */
export async function startTestApp(
  options: { env?: NodeJS.ProcessEnv; databaseUrl?: string; jobs?: boolean; demo?: boolean } = {},
): Promise<TestApp> {
  const database = options.databaseUrl ? undefined : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  // Same as in production: the 5 s of Node close connections that a busy machine is about to reuse.
  const http = createServer({ keepAliveTimeout: 72_000 });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-app-'));
  await symlink(await sharedBrowser(), join(dataDir, 'browser'));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrlFor(databaseUrl),
    BASE_URL: url,
    DATA_DIR: dataDir,
    AUTH_SECRET: 'test-secret-test-secret-test-secret-1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_IP: '0',
    RATE_LIMIT_AUTH: '0',
    RATE_LIMIT_PROJECT: '0',
    RATE_LIMIT_COLLECT: '0',
    COLLECT_HOURLY_MIB: '0',
    SOCKETS_PER_USER: '0',
    SOCKETS_PER_IP: '0',
    ...options.env,
  });
  const container = await createContainer(config, createLogger(config.logLevel), databaseUrl, resolve('dist/clients'));
  const demo = options.demo ? await ensureDemo(systemContext(container.services)) : undefined;
  if (options.jobs) await startJobs(container.services, container.queues);
  const app = createApp({ container, assets: resolve('dist/clients'), version: '0.0.0-test', demo });
  http.on('request', sequentially(app.listener));
  const sockets = app.attachWebSocket(http);

  return {
    url,
    services: container.services,
    routes: app.routes,
    dataDir,
    databaseUrl,
    async close() {
      container.endSubscriptions();
      await sockets.close();
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
      await container.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Set only under vitest.scaled.config.ts. Each database has its own keyspace, so that no other app
 * runs its jobs.
 */
function redisUrlFor(databaseUrl: string): string | undefined {
  const { PINBOUND_TEST_REDIS_URL: redisUrl } = process.env;
  const [, digits = '0'] = /\/test_([0-9a-f]{4})/.exec(databaseUrl) ?? [];
  return redisUrl && `${redisUrl}/${Number.parseInt(digits, 16)}`;
}
