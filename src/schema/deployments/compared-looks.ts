import type { Context } from '../../context.ts';
import { outlinedName } from '../../resolvers/core/snapshot-pins/pin-crop.ts';
import { pinnedSnapshot } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import type { Types } from '../builder.ts';
import { ViewportType } from '../viewport.ts';

/** Name of the outlined crop that shows a pin in a snapshot; null without one of them. */
export const cropOf = (pinId: string | null, snapshotId: string | null): string | null =>
  pinId && snapshotId ? outlinedName({ id: pinId, snapshotId }) : null;

/** Fields of a verdict that name the look it compares with. */
export const comparedLookFields = <Verdict extends { beforeSnapshotId: string | null; reason: string | null }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Verdict>,
) => ({
  beforeSnapshotId: t.id({
    nullable: true,
    description: 'UUID of the snapshot that shows the compared look; null without one.',
    resolve: ({ beforeSnapshotId }) => beforeSnapshotId,
  }),
  beforeViewport: t.field({
    type: ViewportType,
    nullable: true,
    description:
      'Viewport of that snapshot: the nearest width, if the element was not reported in that of the judged picture. ' +
      'Null without one, and once it is deleted.',
    resolve: ({ beforeSnapshotId }, _args, ctx: Context) =>
      beforeSnapshotId === null ? null : pinnedSnapshot(ctx, beforeSnapshotId),
  }),
  reason: t.string({
    nullable: true,
    description: 'Reason of the verdict unknown, such as no_earlier_pin or picture_incomplete; otherwise null.',
    resolve: ({ reason }) => reason,
  }),
});
