import { notFound } from '../../errors.ts';
import type { Queryable } from '../../infrastructure/transaction.ts';

/**
 * Makes other changes of the project's environments, and new annotations, wait for the end of this transaction.
 * @throws NOT_FOUND for a project that is gone
 */
export async function lockProject(sql: Queryable, projectId: string): Promise<void> {
  const locked = await sql.query('SELECT id FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [
    projectId,
  ]);
  if (locked.rowCount === 0) throw notFound('Project');
}

/** Decides anew which environment each of the project's annotations and snapshots belongs to; the others are not touched. */
export async function assignAnnotations(sql: Queryable, projectId: string): Promise<void> {
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
