import { completedSnapshots, snapshotChanges } from '../../resolvers/addons/live/snapshot-changes.ts';
import type { SnapshotUpdate, SnapshotUpdateKind } from '../../types/snapshot-update.ts';
import { builder } from '../builder.ts';
import { addSubscription } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';
import { liveArgs } from './live-args.ts';

const SnapshotChangeKind = builder.enumType('SnapshotChangeKind', {
  description: 'Kind of change of a snapshot.',
  values: {
    created: { description: 'The snapshot was requested.' },
    completed: { description: 'The image is available.' },
    failed: { description: 'The capture failed.' },
    deleted: { description: 'The snapshot was deleted.' },
  } as const satisfies Record<SnapshotUpdateKind, { description: string }>,
});

const SnapshotChange = builder.objectRef<SnapshotUpdate>('SnapshotChange').implement({
  description: 'A change of a snapshot. Delivered at least once while connected.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SnapshotChangeKind, description: 'Kind of change.' }),
    snapshotId: t.exposeID('snapshotId', { description: 'UUID of the snapshot.' }),
    snapshot: t.expose('snapshot', {
      type: SnapshotType,
      nullable: true,
      description: 'Current snapshot; null when deleted.',
    }),
  }),
});

addSubscription('snapshotChanged', {
  type: SnapshotChange,
  description:
    'Changes of the snapshots of a project or an organization. The subscription ends when the access token expires.',
  args: liveArgs,
  needs: 'snapshot.read',
  acceptsTokens: true,
  sharedExecution: true,
  subscribe: snapshotChanges,
});

addSubscription('snapshotCompleted', {
  type: SnapshotType,
  description: 'Snapshots of a project on completion. The subscription ends when the access token expires.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  needs: 'snapshot.read',
  acceptsTokens: true,
  sharedExecution: true,
  subscribe: (ctx, { projectId }) => completedSnapshots(ctx, projectId),
  resolve: ({ snapshot }) => snapshot,
});
