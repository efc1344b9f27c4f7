import type { Context } from '../../../context.ts';
import type { AnnotationUpdate } from '../../../types/annotation-update.ts';
import type { LiveUpdate } from '../../../types/snapshot-update.ts';
import { isOpenTo, requireProjectOfPath } from '../../core/projects/require-project-by-key.ts';
import { openStream } from '../../live/open-stream.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { requireProject } from '../../projects/require-project.ts';
import { whileAllowed } from './while-allowed.ts';

/**
 * Changes of a project's annotations for a member, from now on. Authorised before the stream opens; it ends when the
 * token expires, the project is deleted or the reader is a member no more. @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function annotationChanges(ctx: Context, projectId: string): Promise<AsyncIterable<AnnotationUpdate>> {
  const project = await requireProject(ctx, projectId, 'annotation.read');
  const reader = { organizationId: project.organizationId, topic: project.id, ...requireToken(ctx) };
  const updates = await openStream(ctx, ctx.services.live, reader, 'Project');
  return whileAllowed(updates, (update) => update.project.deletedAt === null, isOfAnnotation);
}

/**
 * As `annotationChanges`, for a visitor with the project's key or id, of one page or all. It ends with the first update
 * after the project has closed its public feedback, or closed it to this origin. @throws NOT_FOUND, FORBIDDEN
 */
export async function publicAnnotationChanges(
  ctx: Context,
  { projectKey, url }: { projectKey: string; url?: string | null },
): Promise<AsyncIterable<AnnotationUpdate>> {
  const project = await requireProjectOfPath(ctx, projectKey);
  const urlKey = url == null ? undefined : pageKey(url);
  const reader = { organizationId: project.organizationId, topic: project.id, userId: null };
  const updates = await openStream(ctx, ctx.services.live, reader, 'Project');
  return whileAllowed(
    updates,
    (update) => update.project.deletedAt === null && isOpenTo(ctx, update.project),
    (update): update is AnnotationUpdate =>
      isOfAnnotation(update) && (urlKey === undefined || concerns(update, urlKey)),
  );
}

const isOfAnnotation = (update: LiveUpdate): update is AnnotationUpdate => 'annotation' in update;

/** An import may have brought something for any page. */
const concerns = ({ kind, annotation }: AnnotationUpdate, urlKey: string) =>
  kind === 'imported' || annotation.urlKey === urlKey;
