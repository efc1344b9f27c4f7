import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../../src/infrastructure/embedded-postgres/start.ts';
import { isAlive } from '../../../src/infrastructure/system/process-alive.ts';
import { createLogger } from '../../../src/infrastructure/telemetry/logger.ts';
import {
  cleanUp,
  firstLine,
  queryValue,
  serverPid,
  startNode,
  temporaryDirectory,
  watchDataDir,
} from '../../support/data-dirs.ts';
import { FIXTURE, type FixtureResult } from './embedded-fixture.ts';

afterAll(cleanUp);

test('a killed server not yet reaped by its parent does not prevent the next start', async () => {
  const dataDir = watchDataDir(`${await temporaryDirectory()}/data`);
  const parent = startNode([...FIXTURE, JSON.stringify({ dataDir })]);
  const { connectionString } = await firstLine<FixtureResult>(parent);
  await queryValue(connectionString, 'CREATE TABLE kept AS SELECT 7 AS number');
  const killed = await serverPid(dataDir);
  parent.kill('SIGSTOP');
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);

  const server = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') });
  expect(await queryValue(server.connectionString, 'SELECT number FROM kept')).toBe(7);
  await server.stop();
  parent.kill('SIGCONT');
});
