import type { Context } from '../../../../context.ts';
import { badField } from '../../../../errors.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { requireEnvironment } from '../../../core/environments/require-environment.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { pageKeys } from '../page-keys.ts';

const LOCK_ENVIRONMENT = 'SELECT FROM environments WHERE id = $1 FOR KEY SHARE';

/** Baselines that the new address has in the same viewports are replaced. */
const REPLACE = `DELETE FROM baselines b USING baselines moved
  WHERE moved.environment_id = $1 AND moved.url_key = $2 AND b.environment_id = $1 AND b.url_key = $3
    AND (b.viewport_width, b.viewport_height, b.device_scale_factor)
      = (moved.viewport_width, moved.viewport_height, moved.device_scale_factor)`;

const MOVE = 'UPDATE baselines SET url_key = $3 WHERE environment_id = $1 AND url_key = $2';

/**
 * Moves the baselines of a page to its new address in an environment, so that the next deployment
 * compares the new address with the old page.
 *
 * @returns number of moved baselines
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function movePageBaselines(
  ctx: Context<'pool'>,
  { environmentId, from, to }: { environmentId: string; from: string; to: string },
): Promise<{ moved: number }> {
  const environment = await requireEnvironment(ctx, environmentId, 'baseline.accept');
  const [source = ''] = await pageKeys(ctx, environment, [from], () => 'from');
  const [target = ''] = await pageKeys(ctx, environment, [to], () => 'to');
  if (source === target) throw badField('to', 'must be another page than from');
  return inTransaction(ctx.services.pool, async (sql) => {
    await sql.query(LOCK_ENVIRONMENT, [environment.id]);
    await sql.query(REPLACE, [environment.id, source, target]);
    const { rowCount } = await sql.query(MOVE, [environment.id, source, target]);
    if (!rowCount) throw badField('from', `${source} has no baselines in this environment`);
    await recordAudit(sql, ctx, {
      organizationId: environment.organizationId,
      action: 'baselines_moved',
      target: { type: 'environment', id: environment.id, name: environment.name },
      changes: { page: { before: source, after: target } },
    });
    return { moved: rowCount };
  });
}
