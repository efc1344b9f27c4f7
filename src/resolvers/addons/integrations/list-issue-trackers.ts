import type { Context } from '../../../context.ts';
import type { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';
import { PROVIDERS } from './providers/index.ts';

/** A tracker as shown to members who create issues in it. */
export interface IssueTracker {
  id: string;
  provider: IntegrationProvider;
  name: string;
  createdAt: Date;
}

const TRACKERS = Object.entries(PROVIDERS).flatMap(([name, { kind }]) => (kind === 'tracker' ? [name] : []));

/**
 * Lists the enabled integrations of a project that create issues, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listIssueTrackers(
  ctx: Context<'pool'>,
  projectId: string,
  page: Page,
): Promise<PageRows<IssueTracker>> {
  const project = await requireProject(ctx, projectId, 'issue.create');
  const clause = pageClause(page, 'desc', 3);
  const { rows } = await ctx.services.pool.query<IssueTracker>(
    `SELECT id, provider, name, created_at AS "createdAt" FROM (
       SELECT i.id, i.provider, i.name, i.created_at FROM integrations i JOIN webhooks w ON w.id = i.id AND w.enabled
        WHERE i.project_id = $1 AND i.deleted_at IS NULL AND i.provider::text = ANY($2)) AS trackers
      WHERE true ${clause.where} ${clause.orderAndLimit}`,
    [project.id, TRACKERS, ...clause.values],
  );
  return pageRows(rows, page);
}
