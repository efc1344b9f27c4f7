import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { wire } from '../../src/container/create-container.ts';
import { systemContext } from '../../src/context.ts';
import { inTurn } from '../../src/http/pipelining.ts';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { ensureDemo } from '../../src/resolvers/addons/demo/ensure-demo.ts';
import type { Services } from '../../src/services.ts';
import { sharedBrowser } from './shared-browser.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  url: string;
  services: Services;
  databaseUrl: string;
  /** Where its files are, mails among them. */
  dataDir: string;
  close(): Promise<void>;
}

/**
 * The whole service on a free port, with a real PostgreSQL database of its own.
 * @param options.env settings beside the tests' own: limits are off unless given
 * @param options.databaseUrl joins another test app's database
 * @param options.jobs takes jobs too
 * @param options.demo makes the demo organization, with the demo page
 */
export async function startTestApp(
  options: { env?: NodeJS.ProcessEnv; databaseUrl?: string; jobs?: boolean; demo?: boolean } = {},
): Promise<TestApp> {
  const database = options.databaseUrl ? undefined : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  // As long as in the service: Node's 5 s end connections that a busy machine is about to use again.
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
  const wiring = await wire(config, createLogger(config.logLevel), databaseUrl, resolve('dist/clients'));
  const demo = options.demo ? await ensureDemo(systemContext(wiring.services)) : undefined;
  if (options.jobs) await startJobs(wiring.services, wiring.queues);
  const app = createApp({ wiring, assets: resolve('dist/clients'), version: '0.0.0-test', demo });
  http.on('request', inTurn(app.listener));
  const sockets = app.attachWebSocket(http);

  return {
    url,
    services: wiring.services,
    dataDir,
    databaseUrl,
    async close() {
      wiring.endSubscriptions();
      await sockets.close();
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
      await wiring.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Only under vitest.scaled.config.ts. Each database has a keyspace of its own, or its jobs would go to strangers. */
function redisUrlFor(databaseUrl: string): string | undefined {
  const { PINBOUND_TEST_REDIS_URL: redisUrl } = process.env;
  const [, digits = '0'] = /\/test_([0-9a-f]{4})/.exec(databaseUrl) ?? [];
  return redisUrl && `${redisUrl}/${Number.parseInt(digits, 16)}`;
}
