import type { Context } from '../../context.ts';
import { requireProject } from '../policies/access.ts';

/** Hides the project at once; the retention job removes its data 30 days later. @throws FORBIDDEN, NOT_FOUND */
export async function deleteProject(ctx: Context, id: string): Promise<{ id: string }> {
  await requireProject(ctx, id, 'project.delete');
  await ctx.services.db.project.updateMany({ where: { id, deletedAt: null }, data: { deletedAt: new Date() } });
  return { id };
}
