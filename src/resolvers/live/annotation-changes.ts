import { z } from 'zod';
import type { AnnotationUpdate } from '../../annotation-update.ts';
import type { Context } from '../../context.ts';
import { normalizeUrl } from '../annotations/normalize-url.ts';
import { parseInput, urlInput } from '../input.ts';
import { requireProject } from '../policies/access.ts';
import { requireProjectOfPath } from '../projects/find-project-by-key.ts';

/**
 * Changes of a project's annotations for a member, from now on. Authorised before the stream opens; it ends when the
 * token expires. @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function annotationChanges(ctx: Context, projectId: string): Promise<AsyncIterable<AnnotationUpdate>> {
  const project = await requireProject(ctx, projectId, 'annotation.read');
  return ctx.services.live.subscribe(project.id, [...untilCallerGoes(ctx), ...untilExpiry(ctx)]);
}

/** As `annotationChanges`, for a visitor with the project's key or id, of one page or all. @throws NOT_FOUND, FORBIDDEN */
export async function publicAnnotationChanges(
  ctx: Context,
  { projectKey, url }: { projectKey: string; url?: string | null },
): Promise<AsyncIterable<AnnotationUpdate>> {
  const project = await requireProjectOfPath(ctx, projectKey);
  const urlKey = url == null ? undefined : normalizeUrl(parseInput(z.object({ url: urlInput }), { url }).url);
  const updates = ctx.services.live.subscribe(project.id, untilCallerGoes(ctx));
  return urlKey === undefined ? updates : onlyOfPage(updates, urlKey);
}

/** A caller who goes before the stream opens never reads it, hence never ends it. */
const untilCallerGoes = ({ signal }: Context): AbortSignal[] => (signal ? [signal] : []);

function untilExpiry({ actor }: Context): AbortSignal[] {
  if (actor.kind !== 'user') return [];
  return [AbortSignal.timeout(Math.max(0, actor.expiresAt - Date.now()) + EXPIRY_LEEWAY_MS)];
}

/** A WebSocket whose token expires is closed with a reason that clients act on, before its streams end without one. */
const EXPIRY_LEEWAY_MS = 100;

/** An iterator of its own rather than a generator: `return` must reach the source while `next` is waiting. */
function onlyOfPage(
  updates: AsyncIterableIterator<AnnotationUpdate>,
  urlKey: string,
): AsyncIterableIterator<AnnotationUpdate> {
  return {
    async next() {
      for (;;) {
        const result = await updates.next();
        if (result.done || result.value.annotation.urlKey === urlKey) return result;
      }
    },
    async return() {
      await updates.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
