import type { Context } from '../../../context.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { INTEGRATION_COLUMNS, type IntegrationRecord, type IntegrationRow, withHealth } from './integration.ts';

/**
 * Lists a project's integrations, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listIntegrations(
  ctx: Context<'pool'>,
  projectId: string,
  page: Page,
): Promise<PageRows<IntegrationRecord>> {
  const project = await requireProject(ctx, projectId, 'integration.manage');
  const { pool } = ctx.services;
  const clause = pageClause(page, 'desc', 2);
  const { rows } = await pool.query<IntegrationRow>(
    `SELECT * FROM (SELECT ${INTEGRATION_COLUMNS}, i.created_at
                      FROM integrations i JOIN webhooks w ON w.id = i.id WHERE i.project_id = $1 AND i.deleted_at IS NULL) AS integrations
      WHERE true ${clause.where} ${clause.orderAndLimit}`,
    [project.id, ...clause.values],
  );
  const { rows: integrations, hasMore } = pageRows(rows, page);
  return { rows: await withHealth(pool, integrations), hasMore };
}
