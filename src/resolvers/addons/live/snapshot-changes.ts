import type { Context } from '../../../context.ts';
import type { LiveUpdate, SnapshotRow, SnapshotUpdate } from '../../../types/snapshot-update.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { openStream } from './open-stream.ts';
import { whileAllowed } from './while-allowed.ts';

/** Update for a completed snapshot. */
export type CompletedUpdate = SnapshotUpdate & { kind: 'completed'; snapshot: SnapshotRow };

/**
 * Streams changes of a project's snapshots; ends like `annotationChanges`.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function snapshotChanges(
  ctx: Context<'live' | 'pool'>,
  projectId: string,
): Promise<AsyncIterable<SnapshotUpdate>> {
  return updatesOf(ctx, projectId, (update) => (isOfSnapshot(update) ? update : null));
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
  return updatesOf(ctx, projectId, (update) => (isOfSnapshot(update) && isCompleted(update) ? update : null));
}

const isCompleted = (update: SnapshotUpdate): update is CompletedUpdate =>
  update.kind === 'completed' && update.snapshot?.status === 'completed';

async function updatesOf<T>(
  ctx: Context<'live' | 'pool'>,
  projectId: string,
  select: (update: LiveUpdate) => T | null,
): Promise<AsyncIterable<T>> {
  const project = await requireProject(ctx, projectId, 'snapshot.read');
  const reader = {
    organizationId: project.organizationId,
    topic: project.id,
    isGuest: project.role === 'guest',
    ...requireToken(ctx),
  };
  const updates = await openStream(ctx, ctx.services.live, reader, 'Project');
  return whileAllowed(updates, (update) => update.project.deletedAt === null, select);
}

const isOfSnapshot = (update: LiveUpdate): update is SnapshotUpdate => 'snapshotId' in update;
