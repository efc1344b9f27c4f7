import type { Context } from '../../../context.ts';
import type { LiveUpdate, ScriptsUpdate } from '../../../types/snapshot-update.ts';
import { openMemberStream } from './open-member-stream.ts';

/**
 * Streams that a script of a project was seen, at most once a minute per origin; ends like
 * `annotationChanges`.
 *
 * @throws the errors of `openMemberStream`
 */
export async function scriptChanges(
  ctx: Context<'live' | 'pool'>,
  projectId: string,
): Promise<AsyncIterable<ScriptsUpdate>> {
  const updates = await openMemberStream(ctx, { projectId }, 'activity.read');
  return updates((update) => (isOfScripts(update) ? update : null));
}

const isOfScripts = (update: LiveUpdate): update is ScriptsUpdate => 'kind' in update && update.kind === 'scripts_seen';
