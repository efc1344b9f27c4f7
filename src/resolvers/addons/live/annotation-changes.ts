import type { Context } from '../../../context.ts';
import type { AnnotationUpdate, LoadedAnnotationUpdate } from '../../../types/annotation-update.ts';
import type { LiveUpdate } from '../../../types/snapshot-update.ts';
import { audienceOf } from '../../core/annotations/visibility.ts';
import { annotationsOfVisitor } from '../../core/annotations/visitor-tokens.ts';
import { isOpenTo, requireProjectOfPath } from '../../core/projects/require-project-by-key.ts';
import { pageKey } from '../../platform/input/page-url.ts';
import { type LiveScope, openMemberStream } from './open-member-stream.ts';
import { openStream } from './open-stream.ts';
import { whileAllowed } from './while-allowed.ts';

/**
 * Streams the changes of the annotations of a project, or of an organization's projects that the
 * member has. The stream ends when the token expires, the project or organization is deleted, the
 * membership ends or its projects change.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT unless one of the ids is given
 */
export async function annotationChanges(
  ctx: Context<'live' | 'pool'>,
  scope: LiveScope,
): Promise<AsyncIterable<AnnotationUpdate>> {
  const updates = await openMemberStream(ctx, scope, 'annotation.read');
  const isMember = audienceOf(ctx) === 'members';
  return updates((update) => (isOfAnnotation(update) ? (isMember ? update : update.outsiders) : null));
}

/**
 * Streams changes to a visitor with the project's key or id, for one page or all. The stream ends
 * with the first update after the project disabled public feedback, in general or for this origin.
 * It has no updates while the project shows visitors no annotations, and those of the visitor's
 * tokens while it shows these only.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function publicAnnotationChanges(
  ctx: Context<'live' | 'pool' | 'scriptSightings'>,
  { projectKey, url }: { projectKey: string; url?: string | null },
): Promise<AsyncIterable<AnnotationUpdate>> {
  const project = await requireProjectOfPath(ctx, projectKey);
  ctx.services.scriptSightings.record('overlay', project.id, ctx.origin);
  const urlKey = url == null ? undefined : pageKey(url);
  const reader = { organizationId: project.organizationId, topic: project.id, userId: null };
  const own = await annotationsOfVisitor(ctx);
  const updates = await openStream(ctx, ctx.services.live, reader, 'Project');
  return whileAllowed(
    updates,
    (update) => update.project.deletedAt === null && isOpenTo(ctx, update.project),
    (update) => {
      if (!isOfAnnotation(update) || !isShown(update, own)) return null;
      return urlKey === undefined || isOnPage(update, urlKey) ? update.outsiders : null;
    },
  );
}

/** Whether a project shows third parties the changed annotation. */
function isShown({ project, kind, annotation }: LoadedAnnotationUpdate, own: ReadonlySet<string>): boolean {
  if (project.publicAnnotations === 'own') return kind !== 'imported' && own.has(annotation.id);
  return project.publicAnnotations !== 'none';
}

const isOfAnnotation = (update: LiveUpdate): update is LoadedAnnotationUpdate => 'annotation' in update;

/** An import may concern any page. */
const isOnPage = ({ kind, annotation }: AnnotationUpdate, urlKey: string) =>
  kind === 'imported' || annotation.urlKey === urlKey;
