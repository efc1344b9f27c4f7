import type pg from 'pg';

/** Tables whose rows contain a text, in any letter case. */
export async function findTablesWith(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM "${name}" t WHERE strpos(lower(t::text), $1) > 0)`,
  );
  const { rows } = await pool.query<{ name: string }>(parts.join(' UNION ALL '), [text.toLowerCase()]);
  return rows.map(({ name }) => name);
}
