import type { Context } from '../../../context.ts';
import type { LiveUpdate, SnapshotRow, SnapshotUpdate } from '../../../types/snapshot-update.ts';
import { openStream } from '../../live/open-stream.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { requireProject } from '../../projects/require-project.ts';
import { whileAllowed } from './while-allowed.ts';

/** A snapshot that has been taken, as its subscribers are told. */
export type CompletedUpdate = SnapshotUpdate & { kind: 'completed'; snapshot: SnapshotRow };

/** What becomes of a project's snapshots, from now on; as `annotationChanges`. @throws UNAUTHENTICATED, NOT_FOUND */
export async function snapshotChanges(ctx: Context, projectId: string): Promise<AsyncIterable<SnapshotUpdate>> {
  return updatesOf(ctx, projectId, isOfSnapshot);
}

/** The snapshots of a project, each when it has been taken. @throws UNAUTHENTICATED, NOT_FOUND */
export async function completedSnapshots(ctx: Context, projectId: string): Promise<AsyncIterable<CompletedUpdate>> {
  return updatesOf(
    ctx,
    projectId,
    (update): update is CompletedUpdate =>
      isOfSnapshot(update) && update.kind === 'completed' && update.snapshot?.status === 'completed',
  );
}

async function updatesOf<T extends LiveUpdate>(
  ctx: Context,
  projectId: string,
  isWanted: (update: LiveUpdate) => update is T,
): Promise<AsyncIterable<T>> {
  const project = await requireProject(ctx, projectId, 'snapshot.read');
  const reader = { organizationId: project.organizationId, topic: project.id, ...requireToken(ctx) };
  const updates = await openStream(ctx, ctx.services.live, reader, 'Project');
  return whileAllowed(updates, (update) => update.project.deletedAt === null, isWanted);
}

const isOfSnapshot = (update: LiveUpdate): update is SnapshotUpdate => 'snapshotId' in update;
