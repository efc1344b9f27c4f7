import type { Context } from '../../../context.ts';
import { PERSON, type Person, personValues } from './person.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';

/** Rows per statement; the largest row has about 1 MiB. */
const BATCH = 20;
/** Position before all rows. */
const START = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the data of a person as one JSON document, in parts:
 * `{ "exportedAt", "records": [{ "table", "row", "file" }] }`. `file` is the URL of the row's file.
 * A document that breaks off is not valid.
 */
export async function* writeExport(
  { services: { objectUrls, pool } }: Context<'objectUrls' | 'pool'>,
  person: Person,
): AsyncIterable<string> {
  yield `{"exportedAt":${JSON.stringify(new Date())},"records":[`;
  let separator = '\n';
  for (const { table, exported, rows: ofPerson, key = 'id', file = 'NULL' } of PERSONAL_TABLES) {
    if (!ofPerson) continue;
    const columns = [key, ...exported].map((name) => `t.${name}`).join(', ');
    const statement = `${PERSON} SELECT t.${key} AS id, (SELECT row_to_json(r) FROM (SELECT ${columns}) r)::text AS json, ${file} AS file
      FROM ${ofPerson} AND t.${key} > $5 ORDER BY t.${key} LIMIT ${BATCH}`;
    let position: string | undefined = START;
    while (position) {
      const values = [...personValues(person), position];
      const result: { rows: { id: string; json: string; file: string | null }[] } = await pool.query(statement, values);
      for (const { json, file: name } of result.rows) {
        const url = name === null ? '' : `,"file":${JSON.stringify(objectUrls.urlOf(name))}`;
        yield `${separator}{"table":"${table}","row":${json}${url}}`;
        separator = ',\n';
      }
      position = result.rows.length < BATCH ? undefined : result.rows.at(-1)?.id;
    }
  }
  yield '\n]}\n';
}
