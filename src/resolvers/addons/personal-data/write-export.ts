import type { Context } from '../../../context.ts';
import type { Statements } from '../../../generated/statements.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { PERSON, type Person } from './person.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';

/** Rows per statement; the largest row has about 1 MiB. */
const BATCH = 20;
/** Position before all rows. */
const START = '00000000-0000-0000-0000-000000000000';

type ExportName = Extract<keyof Statements, `write-export/${string}`>;

/** Statements that read the rows of a person in each exported table. */
const EXPORTS = PERSONAL_TABLES.flatMap(({ table, exported, rows, key = 'id', file = 'NULL' }) => {
  if (!rows) return [];
  const columns = [key, ...exported].map((name) => `t.${name}`).join(', ');
  const select = statement(
    `write-export/${table}` as ExportName,
    `${PERSON} SELECT t.${key} AS "id!", (SELECT row_to_json(r) FROM (SELECT ${columns}) r)::text AS "json!", ${file} AS "file?"
      FROM ${rows} AND t.${key} > $position ORDER BY t.${key} LIMIT ${BATCH}`,
  );
  return [{ table, select }];
});

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
  for (const { table, select } of EXPORTS) {
    let position: string | undefined = START;
    while (position) {
      const found = await select.rows(pool, { ...person, position });
      for (const { json, file: name } of found) {
        const url = name === null ? '' : `,"file":${JSON.stringify(objectUrls.urlOf(name))}`;
        yield `${separator}{"table":"${table}","row":${json}${url}}`;
        separator = ',\n';
      }
      position = found.length < BATCH ? undefined : found.at(-1)?.id;
    }
  }
  yield '\n]}\n';
}
