import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import { assignAnnotations, lockProject } from './assign-annotations.ts';
import { requireEnvironment } from './require-environment.ts';

/** Removes an environment; its annotations stay, in the environment that fits next, or in none. @throws FORBIDDEN, NOT_FOUND */
export async function deleteEnvironment(ctx: Context, id: string): Promise<{ id: string }> {
  const { projectId } = await requireEnvironment(ctx, id, 'environment.manage');
  await inTransaction(ctx.services.pool, async (sql) => {
    await lockProject(sql, projectId);
    const { rowCount } = await sql.query('DELETE FROM environments WHERE id = $1', [id]);
    if (rowCount === 0) throw notFound('Environment');
    await assignAnnotations(sql, projectId);
  });
  return { id };
}
