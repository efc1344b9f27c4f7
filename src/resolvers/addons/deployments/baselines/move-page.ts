import type { Context } from '../../../../context.ts';
import { badField } from '../../../../errors.ts';
import { lockRows } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { requireEnvironment } from '../../../core/environments/require-environment.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { pageKeys } from '../page-keys.ts';

/** Baselines that the new address has in the same viewports are replaced. */
const REPLACE = statement(
  'move-page/replace',
  `DELETE FROM baselines b USING baselines moved
  WHERE moved.environment_id = $id AND moved.url_key = $source AND b.environment_id = $id AND b.url_key = $target
    AND (b.viewport_width, b.viewport_height, b.device_scale_factor)
      = (moved.viewport_width, moved.viewport_height, moved.device_scale_factor)`,
);

const MOVE = statement(
  'move-page/move',
  'UPDATE baselines SET url_key = $target WHERE environment_id = $id AND url_key = $source',
);

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
    await lockRows(sql, 'environments FOR KEY SHARE', environment.id);
    await REPLACE.run(sql, { id: environment.id, source, target });
    const { rowCount } = await MOVE.run(sql, { id: environment.id, source, target });
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
