import type { TestApp } from '../../support/test-app.ts';

/** A row with an id, and what it belongs to by its foreign keys. */
export interface FoundRow {
  id: string;
  table: string;
  /** Projects that the row belongs to, or names. */
  projectIds: string[];
  /** Whether it is an internal annotation or reply, or belongs to one. */
  isInternal: boolean;
}

interface Reference {
  table: string;
  column: string;
  target: string;
  key: string;
}

/** Rows that belong to no project: people, and what organizations have. */
const ENDS = ['users', 'organizations', 'memberships', 'projects'];

const TABLES = `SELECT table_name AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'id' AND udt_name = 'uuid'`;
const REFERENCES = `SELECT c.conrelid::regclass::text AS "table", a.attname AS "column", c.confrelid::regclass::text AS target,
    k.attname AS key
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  JOIN pg_attribute k ON k.attrelid = c.confrelid AND k.attnum = c.confkey[1]
 WHERE c.contype = 'f' AND array_length(c.conkey, 1) = 1`;

/** Finds the rows of all tables that have one of the ids. */
export async function findRows({ services: { pool } }: Pick<TestApp, 'services'>, ids: string[]): Promise<FoundRow[]> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES);
  const { rows: references } = await pool.query<Reference>(REFERENCES);
  const places = tables.map(({ name }) => `SELECT id, '${name}' AS "table" FROM "${name}" WHERE id = ANY($1)`);
  const valid = ids.filter((id) => /^[0-9a-f-]{36}$/.test(id));
  const { rows } = await pool.query<{ id: string; table: string }>(places.join(' UNION ALL '), [valid]);

  async function follow(
    table: string,
    key: string,
    id: string,
    seen: Set<string>,
  ): Promise<Omit<FoundRow, 'id' | 'table'>> {
    if (table === 'projects') return { projectIds: [id], isInternal: false };
    if (ENDS.includes(table) || seen.has(`${table} ${id}`)) return { projectIds: [], isInternal: false };
    seen.add(`${table} ${id}`);
    const { rows: read } = await pool.query<Record<string, unknown>>(`SELECT * FROM "${table}" WHERE "${key}" = $1`, [
      id,
    ]);
    const row = read[0] ?? {};
    const projectIds = new Set<string>();
    let isInternal = (table === 'annotations' || table === 'comments') && row.visibility === 'internal';
    for (const reference of references) {
      const target = row[reference.column];
      if (reference.table !== table || typeof target !== 'string') continue;
      const parent = await follow(reference.target, reference.key, target, seen);
      for (const projectId of parent.projectIds) projectIds.add(projectId);
      isInternal ||= parent.isInternal;
    }
    return { projectIds: [...projectIds], isInternal };
  }

  return Promise.all(rows.map(async ({ id, table }) => ({ id, table, ...(await follow(table, 'id', id, new Set())) })));
}
