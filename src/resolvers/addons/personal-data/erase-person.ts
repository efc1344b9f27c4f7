import type { Pool } from 'pg';
import type { Context } from '../../../context.ts';
import type { Statements } from '../../../generated/statements.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { isSerializationFailure } from '../../platform/sql/database-errors.ts';
import { PERSON, type Person } from './person.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';

/** Number of texts that no longer name their author. */
export interface Erasure {
  annotations: number;
  comments: number;
}

/** An erasure of a transaction, with the keys of objects that may be unused after its commit. */
export interface OpenErasure {
  erasure: Erasure;
  keys: string[];
}

const KEYS = PERSONAL_TABLES.flatMap(({ objectKey, rows }) =>
  objectKey && rows ? `SELECT t.${objectKey} AS key FROM ${rows} AND t.${objectKey} IS NOT NULL` : [],
).join(' UNION ');

const OBJECTS = statement('erase-person/objects', `${PERSON} SELECT key AS "key!" FROM (${KEYS}) AS keys`);

type ErasureName = Extract<keyof Statements, `erase-person/${string}-${number}`>;

/** Statements of each table, in the order of PERSONAL_TABLES. */
const ERASURES = PERSONAL_TABLES.map(({ table, erase }) => ({
  table,
  statements: (Array.isArray(erase) ? erase : []).map((text: string, index) =>
    statement(`erase-person/${table}-${index + 1}` as ErasureName, `${PERSON} ${text}`),
  ),
}));

/** Erases a person from every table. Texts stay, without name, address and diagnostics. */
export async function erasePerson(sql: Queryable, person: Person): Promise<OpenErasure> {
  const objects = await OBJECTS.rows(sql, person);
  const counts: Record<string, number> = {};
  for (const { table, statements } of ERASURES) {
    for (const erase of statements) {
      const { rowCount } = await erase.run(sql, person);
      counts[table] ??= rowCount ?? 0;
    }
  }
  const erasure = { annotations: counts.annotations ?? 0, comments: counts.comments ?? 0 };
  return { erasure, keys: objects.map(({ key }) => key) };
}

const ATTEMPTS = 5;

/**
 * Runs the transaction of an erasure. It writes to most tables, so that concurrent writes may lock
 * the same rows in another order: one that is rolled back for a deadlock is repeated.
 */
export async function inErasure<T>(pool: Pool, work: (sql: Queryable) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

/** Removes the bytes of erased files after the response, unless other rows share them. */
export function freeErased(ctx: Context<'objects' | 'pool' | 'runInBackground' | 'stopping'>, keys: string[]): void {
  // The rows are erased even if the storage fails; the object sweep removes what is left there.
  ctx.services.runInBackground('erase objects', async () => {
    await freeObjects(ctx, keys);
  });
}
