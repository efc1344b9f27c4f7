import type { TestApp } from '../../support/test-app.ts';

const TABLES = `SELECT tablename AS name FROM pg_tables
  WHERE schemaname = 'public' AND tablename <> 'hourly_bytes' ORDER BY 1`;

/**
 * What the database holds: rows and a checksum of their content, table by table. Equal before and after means that
 * nothing was written. Left out is what is written on its own time: when the relay handed an event on, and how many
 * bytes visitors have sent, which each process tells at its next look, up to a second later.
 */
export async function contentOf({ services: { pool } }: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES);
  const { rows } = await pool.query<{ name: string; content: string }>(
    tables
      .map(
        ({ name }) => `SELECT '${name}' AS name, count(*) || ' rows, ' ||
           coalesce(md5(string_agg(row::text, ',' ORDER BY row::text)), 'empty') AS content
         FROM (SELECT to_jsonb(t) - 'relayed_at' AS row FROM "${name}" t) AS ${name}`,
      )
      .join(' UNION ALL '),
  );
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** The events that tell of something, oldest first, with their data read. */
export async function eventsOf(
  { services: { db } }: TestApp,
  where: { projectId?: string; annotationId?: string },
): Promise<Record<string, unknown>[]> {
  const events = await db.event.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return events.map(({ type, organizationId, projectId, annotationId, commentId, data }) => ({
    type,
    organizationId,
    projectId,
    annotationId,
    commentId,
    data: JSON.parse(data) as unknown,
  }));
}
