import { isIP } from 'node:net';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { mayDial } from '../../../infrastructure/outbound/address-policy.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
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
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT
 * @throws FORBIDDEN for the role, or at the plan's limit
 */
export async function createSnapshot(
  ctx: Context<'config' | 'pool' | 'wakeCaptures' | 'wakeRelay'>,
  args: unknown,
  operation: 'createSnapshot' | 'rebindSweep' | 'verifyFix' = 'createSnapshot',
  invalidIdPolicy: InvalidIdPolicy = { field: 'projectId' },
): Promise<SnapshotRow> {
  const userId = requireUser(ctx);
  const input: SnapshotInput = parseInput(snapshotInput, args);
  assertMayVisit(ctx, input.url);
  const project = await requireProject(ctx, input.projectId, 'snapshot.create', invalidIdPolicy);
  const request = { client: `user:${userId}`, operation, input, inSteps: true } as const;
  const snapshot = await withIdempotencyKey(ctx, request, async (sql) => {
    await countUsage(sql, ctx, project.organizationId, 'snapshots', 1);
    return insertSnapshot(ctx, sql, { ...input, source: 'api', via: viaOf(ctx) });
  });
  ctx.services.wakeCaptures();
  ctx.services.wakeRelay();
  return snapshot;
}

/**
 * Rejects forbidden addresses early if that requires no name resolution.
 *
 * @param argument that names the address, for the message
 * @throws BAD_USER_INPUT
 */
export function assertMayVisit(ctx: Context<'config'>, url: string, argument = 'url'): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocalName = /(^|\.)localhost\.?$/i.test(host);
  if (ctx.services.config.networkPolicy === 'open') return;
  if (isLocalName || (isIP(host) && !mayDial(host, 'public'))) {
    throw badField(argument, `${host} is not an address of the public internet (NETWORK_POLICY=public)`);
  }
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
