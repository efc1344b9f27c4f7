import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './global-setup.ts';

/** Creates a migrated, empty database. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Half the CPU time of the default, which writes each block to the log as well.
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/**
 * Opens a pool that the test ends. Ignores errors of connections that end because their database is
 * dropped.
 */
export function openTestPool(url: string): pg.Pool {
  return new pg.Pool({ connectionString: url }).on('error', () => undefined);
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
