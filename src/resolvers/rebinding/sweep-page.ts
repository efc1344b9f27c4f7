import type { Context } from '../../context.ts';
import type { SnapshotRow } from '../../types/snapshot-update.ts';
import { createSnapshot } from '../core/snapshots/create-snapshot.ts';

/**
 * Looks for the elements of all of a page's annotations, on the page as it is now. A sweep is a snapshot of the whole page, and
 * every snapshot is a sweep: whoever asks is told of it alike. @throws as `createSnapshot`
 */
export const sweepPage = (ctx: Context, args: { projectId: string; url: string }): Promise<SnapshotRow> =>
  createSnapshot(ctx, { ...args, fullPage: true }, 'rebindSweep', 'absent');
