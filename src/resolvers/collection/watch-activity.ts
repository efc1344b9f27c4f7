import type { Context } from '../../context.ts';
import type { Activity } from '../../types/collection.ts';
import { whileOpen } from '../addons/live/while-open.ts';
import { openStream } from '../live/open-stream.ts';
import { requireToken } from '../platform/policies/access.ts';
import { requireProject } from '../projects/require-project.ts';

/**
 * Today's activity of a project now and whenever it has changed. It ends as `annotationChanges` does.
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function watchActivity(ctx: Context, projectId: string): Promise<AsyncIterable<Activity>> {
  const project = await requireProject(ctx, projectId, 'project.read');
  const reader = { organizationId: project.organizationId, topic: project.id, ...requireToken(ctx) };
  const guard = await openStream(ctx, ctx.services.live, reader, 'Project');
  return whileOpen(guard, ctx.services.collection.activity.watch(project.id));
}
