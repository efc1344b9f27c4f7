import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { CommandError } from '../../errors.ts';
import { statement } from '../database/statement.ts';
import { columnList } from './copy-tables.ts';
import type { Manifest } from './format.ts';

/** Schema in which an installation is restored before it replaces the present one. */
export const RESTORED_SCHEMA = 'pinbound_restore';

const FOREIGN_KEYS = statement(
  'load-tables/foreign-keys',
  `SELECT conrelid::regclass::text AS "table!", conname AS name, pg_get_constraintdef(oid) AS "definition!"
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = to_regnamespace($schema)`,
);

/** Fills the tables of an archive, which exist and may have the rows of migrations. */
export interface TableLoader {
  add(table: string, text: Buffer): Promise<void>;
  /** Checks the foreign keys and commits. */
  finish(): Promise<void>;
  /** Ends a COPY that would keep the connection from other statements. */
  abort(): void;
}

/**
 * Starts to fill the tables in one transaction. Foreign keys are removed until the end, since they
 * form cycles; triggers do not run, since the archive has the rows that they wrote.
 */
export async function startLoading(client: ClientBase, { tables, partitions }: Manifest): Promise<TableLoader> {
  await client.query('BEGIN');
  const keys = await FOREIGN_KEYS.rows(client, { schema: RESTORED_SCHEMA });
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { name } of tables) await client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER`);
  for (const { name } of tables) await client.query(`TRUNCATE "${name}"`);
  for (const { name, parent, bound } of partitions) {
    await client.query(`CREATE TABLE "${name}" PARTITION OF "${parent}" ${bound}`);
  }

  let current: { table: string; stream: Writable } | undefined;
  const endTable = async () => {
    if (!current) return;
    current.stream.end();
    await finished(current.stream);
    current = undefined;
  };

  return {
    async add(name, text) {
      if (current?.table !== name) {
        await endTable();
        const table = tables.find((each) => each.name === name);
        if (!table) throw new CommandError(`The archive is damaged: it does not describe table ${name}.`);
        const stream = client.query(from(`COPY "${name}" (${columnList(table)}) FROM STDIN`));
        current = { table: name, stream };
      }
      const { stream } = current;
      if (!stream.write(text)) await once(stream, 'drain');
    },
    abort() {
      current?.stream.on('error', () => undefined).destroy();
    },
    async finish() {
      await endTable();
      for (const { table, name, definition } of keys) {
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
      }
      for (const { name } of tables) await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`);
      await client.query('COMMIT');
    },
  };
}
