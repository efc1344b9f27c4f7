import type { Context } from '../../../context.ts';
import type { LiveUpdate, SnapshotRow, SnapshotUpdate } from '../../../types/snapshot-update.ts';
import { type LiveScope, openMemberStream } from './open-member-stream.ts';

/** Update for a completed snapshot. */
export type CompletedUpdate = SnapshotUpdate & { kind: 'completed'; snapshot: SnapshotRow };

/**
 * Streams changes of the snapshots of a project or an organization; ends like `annotationChanges`.
 *
 * @throws the errors of `openMemberStream`
 */
export async function snapshotChanges(
  ctx: Context<'live' | 'pool'>,
  scope: LiveScope,
): Promise<AsyncIterable<SnapshotUpdate>> {
  const updates = await openMemberStream(ctx, scope, 'snapshot.read');
  return updates((update) => (isOfSnapshot(update) ? update : null));
}

/**
 * Streams the completed snapshots of a project.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function completedSnapshots(
  ctx: Context<'live' | 'pool'>,
  projectId: string,
): Promise<AsyncIterable<CompletedUpdate>> {
  const updates = await openMemberStream(ctx, { projectId }, 'snapshot.read');
  return updates((update) => (isOfSnapshot(update) && isCompleted(update) ? update : null));
}

const isCompleted = (update: SnapshotUpdate): update is CompletedUpdate =>
  update.kind === 'completed' && update.snapshot?.status === 'completed';

const isOfSnapshot = (update: LiveUpdate): update is SnapshotUpdate => 'snapshotId' in update;
