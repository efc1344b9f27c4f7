import type { Context } from '../../context.ts';
import { requireCollectingProjectOfPath } from '../addons/collection/require-collecting-project.ts';

/** What the embed script must know before it collects of somebody who asks not to be tracked. @throws NOT_FOUND, FORBIDDEN, UNAVAILABLE */
export async function collectSettings(ctx: Context, projectKey: string): Promise<{ respectDoNotTrack: boolean }> {
  const { respectDoNotTrack } = await requireCollectingProjectOfPath(ctx, projectKey);
  return { respectDoNotTrack };
}
