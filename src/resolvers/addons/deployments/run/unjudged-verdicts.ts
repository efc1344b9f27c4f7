import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { findPins } from '../../../core/reanchoring/find-pins.ts';
import { NO_EVIDENCE } from '../verdicts/evidence.ts';
import type { PinnedVerdict } from '../verdicts/judge-snapshot.ts';
import type { UnknownReason } from '../verdicts/types.ts';
import type { ClaimedCapture } from './claim-capture.ts';
import { ASKS } from './judge-capture.ts';

const ASKING = statement(
  'unjudged-verdicts/asking',
  `SELECT a.id, a.content AS comment FROM annotations a WHERE a.id = ANY($ids::uuid[]) AND a.deleted_at IS NULL AND ${ASKS}`,
);

/**
 * Verdicts `unknown` on the annotations that a capture would have looked for, had it shown its
 * page.
 */
export async function unjudgedVerdicts(
  ctx: Context<'pool'>,
  { projectId, urlKey }: ClaimedCapture,
  { snapshotId, reason }: { snapshotId: string | null; reason: UnknownReason },
): Promise<PinnedVerdict[]> {
  const pins = await findPins(ctx, { projectId, urlKey, source: 'deployment', previewAnnotationId: null });
  if (pins.length === 0) return [];
  const rows = await ASKING.rows(ctx.services.pool, { ids: pins.map(({ id }) => id) });
  return rows.map(({ id, comment }) => ({
    annotationId: id,
    comment,
    verdict: 'unknown',
    reason,
    evidence: NO_EVIDENCE,
    literal: null,
    before: null,
    after: null,
    beforeSnapshotId: null,
    afterSnapshotId: snapshotId,
    sinceDeployment: null,
  }));
}
