import type { Queryable } from '../../infrastructure/transaction.ts';

/** Decides anew which environment each of the project's annotations and snapshots belongs to; the others are not touched. */
export async function assignEnvironments(sql: Queryable, projectId: string): Promise<void> {
  for (const table of ['annotations', 'snapshots']) {
    await sql.query(
      `UPDATE ${table} a SET environment_id = decided.environment_id
         FROM (SELECT id, environment_of(project_id, url_key) AS environment_id
                 FROM ${table} WHERE project_id = $1) decided
        WHERE a.id = decided.id AND a.environment_id IS DISTINCT FROM decided.environment_id`,
      [projectId],
    );
  }
}
