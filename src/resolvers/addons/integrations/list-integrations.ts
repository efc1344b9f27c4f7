import type { Context } from '../../../context.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { INTEGRATION_COLUMNS, type IntegrationRecord, type IntegrationRow, withHealth } from './integration.ts';

const OF_PROJECT = relatedList('list-integrations/of-project', {
  columns: 'i.*',
  table: `(SELECT ${INTEGRATION_COLUMNS}, i.created_at
    FROM integrations i JOIN webhooks w ON w.id = i.id WHERE i.deleted_at IS NULL)`,
  alias: 'i',
  where: 'i."projectId" = related_to',
  direction: 'desc',
})
  .narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>()
  .completedBy((ctx, rows) => withHealth(ctx.services.pool, rows));

/**
 * Integrations of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const integrationsOf = (
  ctx: Context<'pool'>,
  projectId: string,
  page: Page,
): Promise<PageRows<IntegrationRecord>> => relatedRows(ctx, OF_PROJECT, projectId, page);

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
  return integrationsOf(ctx, project.id, page);
}
