import { z } from 'zod';
import type { AnnotationUpdate } from '../../annotation-update.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Reader } from '../../infrastructure/live-updates/subscribers.ts';
import { normalizeUrl } from '../annotations/normalize-url.ts';
import { parseInput, urlInput } from '../input.ts';
import { requireProject, requireUser } from '../policies/access.ts';
import { isOpenTo, requireProjectOfPath } from '../projects/find-project-by-key.ts';
import { findLostReaders } from './find-lost-readers.ts';
import { untilCallerGoes, untilExpiry } from './stream-ends.ts';

/**
 * Changes of a project's annotations for a member, from now on. Authorised before the stream opens; it ends when the
 * token expires, the project is deleted or the reader is a member no more. @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function annotationChanges(ctx: Context, projectId: string): Promise<AsyncIterable<AnnotationUpdate>> {
  const project = await requireProject(ctx, projectId, 'annotation.read');
  const reader = { organizationId: project.organizationId, projectId: project.id, userId: requireUser(ctx) };
  const updates = await openFor(ctx, reader, [...untilCallerGoes(ctx), ...untilExpiry(ctx)]);
  return whileAllowed(updates, (update) => update.project.deletedAt === null);
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
  const urlKey = url == null ? undefined : normalizeUrl(parseInput(z.object({ url: urlInput }), { url }).url);
  const reader = { organizationId: project.organizationId, projectId: project.id, userId: null };
  const updates = await openFor(ctx, reader, untilCallerGoes(ctx));
  return whileAllowed(
    updates,
    (update) => update.project.deletedAt === null && isOpenTo(ctx, update.project),
    (update) => urlKey === undefined || concerns(update, urlKey),
  );
}

/** Opens a stream, and looks once more: a right that was lost before the stream was there has ended no stream. */
async function openFor(ctx: Context, reader: Reader, signals: AbortSignal[]) {
  const updates = ctx.services.live.subscribe(reader, signals);
  const lost = await findLostReaders(ctx.services.pool, [reader]).catch(async (error: unknown) => {
    await updates.return?.();
    throw error;
  });
  if (lost.length > 0) {
    await updates.return?.();
    throw notFound('Project');
  }
  return updates;
}

/** Reads on until the reader has no right to the next update; then the stream ends, before the update is seen. */
function whileAllowed(
  updates: AsyncIterableIterator<AnnotationUpdate>,
  isAllowed: (update: AnnotationUpdate) => boolean,
  isWanted: (update: AnnotationUpdate) => boolean = () => true,
): AsyncIterableIterator<AnnotationUpdate> {
  // Not a generator: `return` must reach the source while `next` is waiting.
  const end = async (): Promise<IteratorResult<AnnotationUpdate>> => {
    await updates.return?.();
    return { value: undefined, done: true };
  };
  return {
    async next() {
      for (;;) {
        const result = await updates.next();
        if (result.done) return result;
        if (!isAllowed(result.value)) return end();
        if (isWanted(result.value)) return result;
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** An import may have brought something for any page. */
const concerns = ({ kind, annotation }: AnnotationUpdate, urlKey: string) =>
  kind === 'imported' || annotation.urlKey === urlKey;
