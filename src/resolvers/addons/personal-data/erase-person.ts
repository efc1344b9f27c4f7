import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { PERSON, type Person, personValues } from './person.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';

/** Number of texts that no longer name their author. */
export interface Erasure {
  annotations: number;
  comments: number;
}

/** Erases a person from every table. Texts stay, without name, address and diagnostics. */
export async function erasePerson(sql: Queryable, person: Person): Promise<Erasure> {
  const counts: Record<string, number> = {};
  for (const { table, erase } of PERSONAL_TABLES) {
    for (const statement of Array.isArray(erase) ? erase : []) {
      const { rowCount } = await sql.query(`${PERSON} ${statement}`, personValues(person));
      counts[table] ??= rowCount ?? 0;
    }
  }
  return { annotations: counts.annotations ?? 0, comments: counts.comments ?? 0 };
}
