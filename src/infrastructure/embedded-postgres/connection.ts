import { Client } from 'pg';
import { StartupError } from '../../errors.ts';

/** Name of the superuser role and of the database of an embedded server. */
export const ROLE = 'pinbound';

/** Returns the URL of a database on the embedded server; sslmode overrides PGSSLMODE. */
export function connectionString(port: number, password: string, database = ROLE): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Returns whether the server on this port accepts the password and serves this cluster. */
export async function servesCluster(port: number, password: string, clusterDir: string): Promise<boolean> {
  try {
    const directory = await query(connectionString(port, password, 'postgres'), 'SHOW data_directory', 1500);
    return directory === clusterDir;
  } catch {
    return false;
  }
}

/** Creates the database `pinbound` if missing, which also checks that the server responds. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  try {
    await query(connectionString(port, password), 'SELECT 1', 30_000).catch(async (error: { code?: string }) => {
      if (error.code !== INVALID_CATALOG_NAME) throw error;
      await query(connectionString(port, password, 'postgres'), `CREATE DATABASE ${ROLE}`, 30_000);
    });
  } catch (cause) {
    throw new StartupError(`The embedded PostgreSQL refuses connections: ${(cause as Error).message}`, { cause });
  }
}

const INVALID_CATALOG_NAME = '3D000';

async function query(url: string, statement: string, timeoutMs: number): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  // Without a listener, the end of the server would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}
