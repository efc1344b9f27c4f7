import type { Context } from '../../context.ts';
import { cropName } from '../../resolvers/core/snapshot-pins/pin-crop.ts';
import { pinnedSnapshot } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';

/** Name of the crop that shows a pin in a snapshot; null without one of them. */
export const cropOf = (pinId: string | null, snapshotId: string | null): string | null =>
  pinId && snapshotId ? cropName({ id: pinId, snapshotId }, {}) : null;

/** Viewport of a snapshot; null without one, and once it is deleted. */
export const viewportOf = (ctx: Context, snapshotId: string | null) =>
  snapshotId ? pinnedSnapshot(ctx, snapshotId) : null;
