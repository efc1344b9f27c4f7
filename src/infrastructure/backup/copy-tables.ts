import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import { MIB } from '../../lib/bytes.ts';
import { statement } from '../database/statement.ts';
import type { Manifest } from './format.ts';

/** Bytes of a part before compression. */
const PART_BYTES = 8 * MIB;
/** A tenth larger than level 6, in half of its time. */
const COMPRESSION = { level: 4 };

type Table = Manifest['tables'][number];

// Migrations create the history, and queues are filled again from the tables.
const TABLES = statement(
  'copy-tables/tables',
  `SELECT k.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS "columns!"
     FROM pg_class k JOIN pg_attribute a ON a.attrelid = k.oid
    WHERE k.relnamespace = 'public'::regnamespace AND k.relkind IN ('r', 'p') AND NOT k.relispartition
      AND k.relname <> '_prisma_migrations' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY 1 ORDER BY 1`,
);

const PARTITIONS = statement(
  'copy-tables/partitions',
  `SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS "bound!"
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
);

const MIGRATIONS = statement(
  'copy-tables/migrations',
  `SELECT migration_name AS name FROM _prisma_migrations
  WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY 1`,
);

/** Describes the tables of a database. */
export async function describeTables(
  client: ClientBase,
): Promise<Pick<Manifest, 'tables' | 'partitions' | 'migrations'>> {
  const tables = await TABLES.rows(client);
  const partitions = await PARTITIONS.rows(client);
  const migrations = await MIGRATIONS.rows(client);
  return { tables, partitions, migrations: migrations.map(({ name }) => name) };
}

/** List of columns for SQL. */
export const columnList = ({ columns }: Table): string => columns.map((column) => `"${column}"`).join(', ');

/**
 * Copies a table in gzipped parts of bounded size.
 * @returns number of rows
 */
export async function copyTable(
  client: ClientBase,
  table: Table,
  add: (part: Buffer) => Promise<void>,
): Promise<number> {
  const statement = to(`COPY (SELECT ${columnList(table)} FROM "${table.name}") TO STDOUT`);
  const stream: Readable & { rowCount?: number } = client.query(statement);
  let chunks: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (bytes > 0) await add(await promisify(gzip)(Buffer.concat(chunks), COMPRESSION));
    chunks = [];
    bytes = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  return stream.rowCount ?? 0;
}
