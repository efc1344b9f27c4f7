import pg from 'pg';
import { vi } from 'vitest';
import { deliveryTargets } from '../../src/container/delivery-targets.ts';
import { systemContext } from '../../src/context.ts';
import { createDispatcher, type DueDelivery } from '../../src/resolvers/addons/deliveries/dispatcher.ts';
import { sweepDeliveries } from '../../src/resolvers/addons/deliveries/sweep-deliveries.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';

/** PostgreSQL resolves `now` to this function before its own. */
const CLOCK = `
  CREATE SCHEMA clock;
  CREATE TABLE clock.ahead AS SELECT interval '0' AS by;
  CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT pg_catalog.now() + by FROM clock.ahead';
  DO $$ DECLARE col record; BEGIN
    FOR col IN SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_default = 'CURRENT_TIMESTAMP' LOOP
      EXECUTE format('ALTER TABLE public.%I ALTER %I SET DEFAULT clock.now()', col.table_name, col.column_name);
    END LOOP;
  END $$;`;

/** An app whose clock (database and process) and delivery runs are controlled by the test. */
export interface ClockedApp extends TestApp {
  /** Advances the clock by this many seconds. */
  advance(seconds: number): Promise<void>;
  /**
   * Runs the sweeper once.
   * @returns the due deliveries, whose attempts have started
   */
  sweep(): Promise<string[]>;
}

export async function startClockedApp(env: NodeJS.ProcessEnv = {}): Promise<ClockedApp> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(CLOCK);
  const name = new URL(database.url).pathname.slice(1);
  await client.query(`ALTER DATABASE ${name} SET search_path = clock, pg_catalog, public`);
  await client.end();

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const app = await startTestApp({ databaseUrl: database.url, env });
  const ctx = systemContext(app.services);
  const dispatcher = createDispatcher(ctx, deliveryTargets(ctx));
  let offered: DueDelivery[] = [];
  app.services.wakeDeliveries = (deliveries) => {
    offered.push(...deliveries);
    dispatcher.offer(deliveries);
  };
  return {
    ...app,
    async advance(seconds) {
      vi.setSystemTime(Date.now() + seconds * 1_000);
      await app.services.pool.query(`UPDATE clock.ahead SET by = by + $1 * interval '1 second'`, [seconds]);
    },
    async sweep() {
      offered = [];
      await sweepDeliveries(systemContext(app.services));
      return offered.map(({ id }) => id);
    },
    async close() {
      await dispatcher.close();
      await app.close();
      await database.drop();
      vi.useRealTimers();
    },
  };
}
