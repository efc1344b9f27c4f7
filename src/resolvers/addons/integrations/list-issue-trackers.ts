import type { Context } from '../../../context.ts';
import type { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { PROVIDERS } from './providers/index.ts';

/** A tracker as shown to members who create issues in it. */
export interface IssueTracker {
  id: string;
  provider: IntegrationProvider;
  name: string;
  createdAt: Date;
}

const TRACKERS = Object.entries(PROVIDERS).flatMap(([name, { kind }]) => (kind === 'tracker' ? [name] : []));

const LIST = statement(
  'list-issue-trackers/list',
  `SELECT id, provider, name, created_at AS "createdAt" FROM (
     SELECT i.id, i.provider, i.name, i.created_at FROM integrations i JOIN webhooks w ON w.id = i.id AND w.enabled
      WHERE i.project_id = $projectId AND i.deleted_at IS NULL AND i.provider::text = ANY($trackers)) AS trackers
  WHERE true ${NEWEST}`,
);

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
  const { id } = await requireProject(ctx, projectId, 'issue.create');
  return readNewest(ctx, LIST, page, { projectId: id, trackers: TRACKERS });
}
