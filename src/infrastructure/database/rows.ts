import type { Statements } from '../../generated/statements.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Tables whose rows are deleted one by one. */
const DELETED = [
  'annotation_views',
  'attachments',
  'comments',
  'environments',
  'ignore_rules',
  'invitations',
  'labels',
  'memberships',
  'queued_mails',
  'webhooks',
] as const;

/** Rows that are locked: those of a table, or those that are not deleted. */
const LOCKED = {
  'environments FOR KEY SHARE': 'environments WHERE',
  'environments FOR NO KEY UPDATE': 'environments WHERE',
  'snapshots FOR KEY SHARE': 'snapshots WHERE',
  'users FOR NO KEY UPDATE': 'users WHERE',
  'annotations FOR NO KEY UPDATE': 'annotations WHERE deleted_at IS NULL AND',
  'organizations FOR NO KEY UPDATE': 'organizations WHERE deleted_at IS NULL AND',
  'projects FOR SHARE': 'projects WHERE deleted_at IS NULL AND',
  'projects FOR NO KEY UPDATE': 'projects WHERE deleted_at IS NULL AND',
} as const;

type Named<Name extends string> = Extract<keyof Statements, `rows/${Name}`>;

const DELETIONS = new Map(
  DELETED.map((table) => [
    table,
    statement(`rows/delete ${table}` as Named<'delete labels'>, `DELETE FROM ${table} WHERE id = $id`),
  ]),
);

const LOCKS = new Map(
  Object.entries(LOCKED).map(([lock, rows]) => [
    lock,
    statement(
      `rows/lock ${lock}` as Named<'lock snapshots FOR KEY SHARE'>,
      `SELECT id FROM ${rows} id = ANY($ids::uuid[]) ORDER BY id ${lock.slice(lock.indexOf(' '))}`,
    ),
  ]),
);

/** Deletes a row; returns whether it existed. */
export async function deleteRow(sql: Queryable, table: (typeof DELETED)[number], id: string): Promise<boolean> {
  return (await DELETIONS.get(table)?.run(sql, { id }))?.rowCount === 1;
}

/** Locks rows in the order of their ids; returns the ids of those that exist. */
export async function lockRows(
  sql: Queryable,
  lock: keyof typeof LOCKED,
  ...ids: readonly (string | null)[]
): Promise<Set<string>> {
  return new Set((await LOCKS.get(lock)?.rows(sql, { ids }))?.map(({ id }) => id));
}

const LOCK_NAME = statement('rows/lock-name', 'SELECT pg_advisory_xact_lock(hashtext($name))');
const TRY_NAME = statement('rows/try-name', 'SELECT pg_try_advisory_xact_lock(hashtext($name)) AS "isLocked!"');

// The release 0.1.0 locks the same names by the same hash, and may run beside this version.

/** Waits for the other transactions that lock a name, and locks it until the commit. */
export const lockName = (sql: Queryable, name: string) => LOCK_NAME.run(sql, { name });

/** Locks a name until the commit; returns false if another transaction has it. */
export const tryLockName = async (sql: Queryable, name: string): Promise<boolean> =>
  (await TRY_NAME.one(sql, { name })).isLocked;
