import type { Context } from '../../../../context.ts';
import { type Baseline, Prisma } from '../../../../generated/prisma/client.ts';
import { requireEnvironment } from '../../../core/environments/require-environment.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../../platform/pagination/cursor-page.ts';
import { selectList } from '../../../platform/sql/select-list.ts';

/** Select list for `FROM baselines b`. */
export const BASELINE_COLUMNS = selectList(Prisma.BaselineScalarFieldEnum, { alias: 'b' });

/**
 * Lists the baselines of an environment, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function listBaselines(
  ctx: Context<'pool'>,
  environmentId: string,
  page: Page,
): Promise<PageRows<Baseline>> {
  const environment = await requireEnvironment(ctx, environmentId, 'snapshot.read');
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await ctx.services.pool.query<Baseline>(
    `SELECT ${BASELINE_COLUMNS} FROM baselines b WHERE environment_id = $1 ${clause.where} ${clause.orderAndLimit}`,
    [environment.id, ...clause.values],
  );
  return pageRows(rows, page);
}
