import type { Pool } from 'pg';
import type { Context } from '../../../context.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { freeObjects } from '../../platform/objects/free-objects.ts';
import { isSerializationFailure } from '../../platform/sql/database-errors.ts';
import { PERSON, type Person, personValues } from './person.ts';
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

const OBJECTS = PERSONAL_TABLES.flatMap(({ objectKey, rows }) =>
  objectKey && rows ? `SELECT t.${objectKey} AS key FROM ${rows} AND t.${objectKey} IS NOT NULL` : [],
).join(' UNION ');

/** Erases a person from every table. Texts stay, without name, address and diagnostics. */
export async function erasePerson(sql: Queryable, person: Person): Promise<OpenErasure> {
  const { rows: objects } = await sql.query<{ key: string }>(`${PERSON} ${OBJECTS}`, personValues(person));
  const counts: Record<string, number> = {};
  for (const { table, erase } of PERSONAL_TABLES) {
    for (const statement of Array.isArray(erase) ? erase : []) {
      const { rowCount } = await sql.query(`${PERSON} ${statement}`, personValues(person));
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
