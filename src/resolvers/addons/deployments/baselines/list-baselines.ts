import type { Context } from '../../../../context.ts';
import { type Baseline, Prisma } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { requireEnvironment } from '../../../core/environments/require-environment.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../../platform/pagination/cursor-page.ts';
import { selectList } from '../../../platform/sql/select-list.ts';

/** Select list for `FROM baselines b`. */
export const BASELINE_COLUMNS = selectList(Prisma.BaselineScalarFieldEnum, { alias: 'b' });

const LIST = statement(
  'list-baselines/list',
  `SELECT ${BASELINE_COLUMNS} FROM baselines b WHERE environment_id = $environmentId ${NEWEST}`,
);

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
  const { id } = await requireEnvironment(ctx, environmentId, 'snapshot.read');
  return readNewest(ctx, LIST, page, { environmentId: id });
}
