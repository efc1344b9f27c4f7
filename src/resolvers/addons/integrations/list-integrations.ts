import type { Context } from '../../../context.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedRows } from '../../platform/pagination/related-rows.ts';
import { INTEGRATION_COLUMNS, type IntegrationRecord, type IntegrationRow, withHealth } from './integration.ts';

const INTEGRATIONS = `(SELECT ${INTEGRATION_COLUMNS}, i.created_at
    FROM integrations i JOIN webhooks w ON w.id = i.id WHERE i.deleted_at IS NULL)`;

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
    `SELECT * FROM ${INTEGRATIONS} AS integrations
      WHERE "projectId" = $1 ${clause.where} ${clause.orderAndLimit}`,
    [project.id, ...clause.values],
  );
  const { rows: integrations, hasMore } = pageRows(rows, page);
  return { rows: await withHealth(pool, integrations), hasMore };
}

/**
 * Integrations of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const integrationsOf = (
  ctx: Context<'pool'>,
  projectId: string,
  page: Page,
): Promise<PageRows<IntegrationRecord>> =>
  relatedRows<IntegrationRecord>(
    ctx,
    {
      columns: 'i.*',
      table: INTEGRATIONS,
      alias: 'i',
      where: 'i."projectId" = related_to',
      direction: 'desc',
      complete: (rows) => withHealth(ctx.services.pool, rows),
    },
    projectId,
    page,
  );
