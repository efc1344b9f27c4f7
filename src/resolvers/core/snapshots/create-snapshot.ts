import { isIP } from 'node:net';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { mayDial } from '../../../infrastructure/outbound/address-policy.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { createOnce } from '../../platform/idempotency/with-idempotency-key.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { countUsage } from '../../platform/quotas/count-usage.ts';
import type { Malformed } from '../../policies/require-row.ts';
import { requireProject } from '../../projects/require-project.ts';
import { insertSnapshot } from './insert-snapshot.ts';
import { type SnapshotInput, snapshotInput } from './snapshot-input.ts';

/**
 * Takes the order for a picture of a page; a worker takes the picture.
 * @param operation whose Idempotency-Keys are meant
 * @param malformed how a project id that is none is told: it may stand in the body or in the path
 * @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT; FORBIDDEN for the role, or when the plan has no room for another
 */
export async function createSnapshot(
  ctx: Context,
  args: unknown,
  operation: 'createSnapshot' | 'rebindSweep' = 'createSnapshot',
  malformed: Malformed = { field: 'projectId' },
): Promise<SnapshotRow> {
  const userId = requireUser(ctx);
  const input: SnapshotInput = parseInput(snapshotInput, args);
  assertMayVisit(ctx, input.url);
  const project = await requireProject(ctx, input.projectId, 'snapshot.create', malformed);
  const request = { caller: `user:${userId}`, operation, input, inSteps: true } as const;
  const snapshot = await createOnce(ctx, request, async (sql) => {
    await countUsage(sql, ctx, project.organizationId, 'snapshots', 1);
    return insertSnapshot(ctx, sql, { ...input, source: 'api' });
  });
  ctx.services.nudgeCaptures();
  ctx.services.nudgeRelay();
  return snapshot;
}

/** What is refused anyway is refused at once where no name has to be resolved for it. @throws BAD_USER_INPUT */
export function assertMayVisit(ctx: Context, url: string): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocalName = /(^|\.)localhost\.?$/i.test(host);
  if (ctx.services.config.networkPolicy === 'open') return;
  if (isLocalName || (isIP(host) && !mayDial(host, 'public'))) {
    throw badInput(`url: ${host} is not an address of the public internet (NETWORK_POLICY=public)`);
  }
}
