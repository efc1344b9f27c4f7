import type { Context } from '../../../../context.ts';
import { badField, conflict } from '../../../../errors.ts';
import type { Annotation, AnnotationStatus } from '../../../../generated/prisma/client.ts';
import { lockRows } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import type { LockedAnnotation } from '../../../core/annotations/columns.ts';
import { requireAnnotation } from '../../../core/annotations/require-annotation.ts';
import { assertCan, requireUser, viaOf } from '../../../platform/policies/access.ts';
import { acceptLooks } from '../guards/accept-looks.ts';
import { setStatuses } from '../reviews/resolve-annotations.ts';
import { proofsOf } from './proof-event-data.ts';
import { type NamedVerdict, requireProof } from './require-proof.ts';

const NAME = statement(
  'resolve-with-proof/name',
  'UPDATE deployment_verdicts SET resolved_at = now() WHERE id = $verdictId',
);

interface Resolution {
  id: string;
  status: AnnotationStatus;
  verdictId: string;
}

/**
 * Resolves an annotation with a verdict as the proof: its crops stay, its look is accepted in its
 * environment and viewport, and the reporter is mailed both. Repeating it changes nothing.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 * @throws BAD_USER_INPUT for another status, and for a verdict that proves nothing
 * @throws CONFLICT for a verdict that is contradicted, and an annotation that was not resolved as
 *   fixed
 */
export async function resolveWithProof(
  ctx: Context<'pool' | 'wakeDeployments' | 'wakeRelay'>,
  { id, status, verdictId }: Resolution,
): Promise<Annotation> {
  const { organizationId, role } = await requireAnnotation(ctx, id, 'annotation.change');
  assertCan(ctx, role, 'snapshot.read');
  const change = { organizationId, actorId: requireUser(ctx), via: viaOf(ctx) };
  await inTransaction(ctx.services.pool, async (sql) => {
    await lockPlace(sql, await requireProof(sql, verdictId, id));
    if (status !== 'resolved')
      throw badField('verdictId', `must be omitted for status ${status}; it proves a resolution`);
    let wasResolved = false;
    const decide = (annotation: LockedAnnotation) => {
      assertFixed(annotation);
      wasResolved = annotation.status === 'resolved';
      return status;
    };
    await setStatuses(sql, [id], decide, { ...change, proofs: await proofsOf(sql, [verdictId]) });
    const { isProof } = await requireProof(sql, verdictId, id);
    if (isProof && wasResolved) return;
    await NAME.run(sql, { verdictId });
    await acceptLooks(sql, [verdictId]);
  });
  ctx.services.wakeRelay();
  ctx.services.wakeDeployments();
  return requireAnnotation(ctx, id, 'annotation.change');
}

/** Locks in the order of deletions, before the annotation. */
async function lockPlace(sql: Queryable, { environmentId, snapshotId }: NamedVerdict): Promise<void> {
  await lockRows(sql, 'environments FOR KEY SHARE', environmentId);
  await lockRows(sql, 'snapshots FOR KEY SHARE', snapshotId);
}

function assertFixed({ status, resolution }: LockedAnnotation): void {
  if (status !== 'resolved' || resolution === null || resolution === 'fixed') return;
  throw conflict(`The annotation is resolved as ${resolution}, which no verdict proves; reopen it first`);
}
