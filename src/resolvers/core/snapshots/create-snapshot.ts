import type { Context } from '../../../context.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { assertMayVisit } from '../../platform/input/outbound-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser, viaOf } from '../../platform/policies/access.ts';
import type { InvalidIdPolicy } from '../../platform/policies/require-row.ts';
import { countUsage } from '../../platform/quotas/count-usage.ts';
import { requireProject } from '../projects/require-project.ts';
import { insertSnapshot } from './insert-snapshot.ts';
import { type SnapshotInput, snapshotInput } from './snapshot-input.ts';

/**
 * Creates a snapshot, which a worker captures later.
 *
 * @param operation scope of the Idempotency-Key
 * @param invalidIdPolicy error for a malformed project id, which is in the body or in the path
 * @param previewAnnotationId annotation whose fix the capture of a preview host checks
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 * @throws FORBIDDEN for the role, or at the plan's limit
 */
export async function createSnapshot(
  ctx: Context<'config' | 'pool' | 'wakeCaptures' | 'wakeRelay'>,
  args: unknown,
  operation: 'createSnapshot' | 'rebindSweep' | 'verifyFix' = 'createSnapshot',
  invalidIdPolicy: InvalidIdPolicy = { field: 'projectId' },
  previewAnnotationId: string | null = null,
): Promise<SnapshotRow> {
  const userId = requireUser(ctx);
  const input: SnapshotInput = parseInput(snapshotInput, args);
  assertMayVisit(ctx, input.url);
  const project = await requireProject(ctx, input.projectId, 'snapshot.create', invalidIdPolicy);
  const request = {
    client: `user:${userId}`,
    operation,
    input: previewAnnotationId ? { ...input, previewAnnotationId } : input,
    inSteps: true,
  } as const;
  const snapshot = await withIdempotencyKey(ctx, request, async (sql) => {
    await countUsage(sql, ctx, project.organizationId, 'snapshots', 1);
    return insertSnapshot(ctx, sql, { ...input, source: 'api', via: viaOf(ctx), previewAnnotationId });
  });
  ctx.services.wakeCaptures();
  ctx.services.wakeRelay();
  return snapshot;
}

/**
 * Re-anchors all annotations of a page on its current content. A sweep is a snapshot of the full
 * page, and every snapshot re-anchors the annotations that it finds.
 *
 * @throws the errors of `createSnapshot`
 */
export const sweepPage = (
  ctx: Context<'config' | 'pool' | 'wakeCaptures' | 'wakeRelay'>,
  args: { projectId: string; url: string },
): Promise<SnapshotRow> => createSnapshot(ctx, { ...args, fullPage: true }, 'rebindSweep', 'notFound');
