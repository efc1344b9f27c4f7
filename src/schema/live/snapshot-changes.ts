import { completedSnapshots, snapshotChanges } from '../../resolvers/addons/live/snapshot-changes.ts';
import type { SnapshotUpdate, SnapshotUpdateKind } from '../../types/snapshot-update.ts';
import { builder } from '../builder.ts';
import { idOf } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';

const SnapshotChangeKind = builder.enumType('SnapshotChangeKind', {
  description: 'What happened to a snapshot.',
  values: {
    created: { description: 'It was asked for.' },
    completed: { description: 'The image is there.' },
    failed: { description: 'It could not be taken.' },
    deleted: { description: 'It is gone.' },
  } as const satisfies Record<SnapshotUpdateKind, { description: string }>,
});

const SnapshotChange = builder.objectRef<SnapshotUpdate>('SnapshotChange').implement({
  description: 'One change of a snapshot, as it happens. A change may be told twice.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SnapshotChangeKind, description: 'What happened.' }),
    snapshotId: t.exposeID('snapshotId', { description: 'The snapshot.' }),
    snapshot: t.expose('snapshot', {
      type: SnapshotType,
      nullable: true,
      description: 'As it is now; null when it is gone.',
    }),
  }),
});

builder.subscriptionField('snapshotChanged', (t) =>
  t.field({
    type: SnapshotChange,
    description:
      "What becomes of a project's snapshots from now on. Authorised before it opens; it ends when the access token expires.",
    args: { projectId: t.arg.id(idOf('project')) },
    extensions: operation({ needs: 'snapshot.read', throttle: 'api', sameForAll: true }),
    subscribe: (_root, { projectId }, ctx) => snapshotChanges(ctx, projectId),
    resolve: (update) => update,
  }),
);

builder.subscriptionField('snapshotCompleted', (t) =>
  t.field({
    type: SnapshotType,
    description: 'Each snapshot of a project when it is completed, from now on; as snapshotChanged.',
    args: { projectId: t.arg.id(idOf('project')) },
    extensions: operation({ needs: 'snapshot.read', throttle: 'api', sameForAll: true }),
    subscribe: (_root, { projectId }, ctx) => completedSnapshots(ctx, projectId),
    resolve: ({ snapshot }) => snapshot,
  }),
);
