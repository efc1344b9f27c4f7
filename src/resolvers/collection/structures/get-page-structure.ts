import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { newestStructures, type SeenStructure } from '../../addons/collection/structures/find-structures.ts';
import { requireProject } from '../../projects/require-project.ts';
import { collectedPageKey } from '../page-key.ts';

/** The newest structure of a page. @throws NOT_FOUND for a page of which no structure was collected; UNAUTHENTICATED, BAD_USER_INPUT */
export async function getPageStructure(
  ctx: Context,
  { projectId, url }: { projectId: string; url: string },
): Promise<SeenStructure> {
  const project = await requireProject(ctx, projectId, 'project.read');
  const [latest] = await newestStructures(ctx, project.id, collectedPageKey(url), 1);
  if (!latest) throw notFound('Page structure');
  return latest;
}
