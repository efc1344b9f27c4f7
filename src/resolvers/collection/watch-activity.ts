import type { Activity } from '../../collection.ts';
import type { Context } from '../../context.ts';
import { untilCallerGoes, untilExpiry } from '../live/stream-ends.ts';
import { requireProject } from '../policies/access.ts';

/** Today's activity of a project now and whenever it has changed. @throws UNAUTHENTICATED, NOT_FOUND */
export async function watchActivity(ctx: Context, projectId: string): Promise<AsyncIterable<Activity>> {
  const project = await requireProject(ctx, projectId, 'project.read');
  return ctx.services.collection.activity.watch(project.id, [...untilCallerGoes(ctx), ...untilExpiry(ctx)]);
}
