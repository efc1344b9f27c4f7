import { notFound } from '../../errors.ts';
import type { Queryable } from '../../infrastructure/database/transaction.ts';

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
