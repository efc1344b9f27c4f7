/** A table with personal data: what is exported and what is erased. */
export interface PersonalTable {
  table: string;
  /** Columns that the export contains: those with personal data, and what tells rows apart. */
  exported: readonly string[];
  /** Columns with personal data that it omits: secrets, and copies of exported data. */
  omitted?: readonly string[];
  /** FROM and WHERE of the person's rows `t`, after `PERSON`; absent: nothing is exported. */
  rows?: string;
  /** Column of UUIDs that tells the person's rows apart. Default: id. */
  key?: string;
  /** SQL expression of the name of the row's file in signed URLs; null for none. */
  file?: string;
  /** Column with the key of the row's object, which an erasure frees. */
  objectKey?: string;
  /**
   * Statements after `PERSON`; an erasure counts the rows that the first one erases. `account`: the
   * rows reference the account and are deleted with it. Otherwise the reason why the data stays.
   */
  erase: readonly string[] | 'account' | { stays: string };
}

/** Condition that a row references the account. */
export const OF_ACCOUNT = 't.user_id = person.id';

/** A table with rows of the account, which are exported and deleted with it. */
export const ofAccount = (
  table: string,
  exported: readonly string[],
  more: Pick<PersonalTable, 'key' | 'omitted'> = {},
): PersonalTable => ({ table, exported, rows: `${table} t, person WHERE ${OF_ACCOUNT}`, erase: 'account', ...more });

/**
 * A table whose rows name the account that wrote them; an erasure removes the name.
 *
 * @param columns that reference the account
 */
export const namedIn = (table: string, exported: readonly string[], columns: readonly string[]) => ({
  table,
  exported,
  rows: `${table} t, person WHERE person.id IN (${columns.map((column) => `t.${column}`).join(', ')})`,
  erase: columns.map((column) => `UPDATE ${table} t SET ${column} = NULL FROM person WHERE t.${column} = person.id`),
});
