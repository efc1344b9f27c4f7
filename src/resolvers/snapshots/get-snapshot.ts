import type { Context } from '../../context.ts';
import type { SnapshotRow } from '../../types/snapshot-update.ts';
import { requireSnapshot } from './require-snapshot.ts';

/** One snapshot for a member. @throws as `requireSnapshot` */
export const getSnapshot = (ctx: Context, id: string): Promise<SnapshotRow> =>
  requireSnapshot(ctx, id, 'snapshot.read');
