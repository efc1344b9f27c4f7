import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { me } from '../../core/auth/me.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../../platform/pagination/numbered-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { assertGranted, grantOf, needsAllProjects, requireUser } from '../../platform/policies/access.ts';
import { rolesThatCan } from '../../platform/policies/roles.ts';
import { NO_INTEGRATION, WEBHOOK_COLUMNS, type WebhookRecord, withLastDelivery } from './webhook.ts';

/** Webhooks of the organizations in which the user has one of the roles, or of one organization. */
const VISIBLE = `FROM webhooks w
  JOIN memberships m ON m.organization_id = w.organization_id AND m.user_id = $userId AND m.role = ANY($roles::"Role"[])
  LEFT JOIN projects p ON p.id = w.project_id
  WHERE p.deleted_at IS NULL AND ${NO_INTEGRATION} AND ($organizationId?::uuid IS NULL OR w.organization_id = $organizationId)`;

const COUNT = statement('list-webhooks/count', `SELECT count(*)::int AS total ${VISIBLE}`);
const LIST = statement(
  'list-webhooks/list',
  `SELECT ${WEBHOOK_COLUMNS} ${VISIBLE} ORDER BY w.created_at DESC, w.id DESC LIMIT $limit OFFSET $offset`,
);

/**
 * Lists the webhooks of the user's organizations, or of one, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function listWebhooks(
  ctx: Context<'db' | 'pool'>,
  { organizationId, ...args }: NumberedPageArgs & { organizationId?: string | null },
): Promise<NumberedPage<WebhookRecord>> {
  const userId = requireUser(ctx);
  assertGranted(ctx, 'webhook.manage');
  if (grantOf(ctx)?.projects) throw needsAllProjects();
  if (organizationId == null) await me(ctx);
  else await requireOrganization(ctx, organizationId, 'webhook.manage', { field: 'organizationId' });
  const { pool } = ctx.services;
  const visible = { userId, roles: rolesThatCan('webhook.manage'), organizationId };
  return numberedPage(args, async (range) => {
    const { total } = await COUNT.one(pool, visible);
    const rows = await LIST.rows(pool, { ...visible, ...range });
    return { items: await withLastDelivery(pool, rows), total };
  });
}

const OF_PROJECT = relatedList('list-webhooks/of-project', {
  columns: WEBHOOK_COLUMNS,
  table: 'webhooks',
  alias: 'w',
  where: `w.organization_id = (SELECT p.organization_id FROM projects p WHERE p.id = related_to)
    AND (w.project_id IS NULL OR w.project_id = related_to) AND ${NO_INTEGRATION}`,
  direction: 'desc',
}).completedBy((ctx, rows) => withLastDelivery(ctx.services.pool, rows));

/**
 * Webhooks that get the events of a project, newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const webhooksOf = (ctx: Context<'pool'>, projectId: string, page: Page): Promise<PageRows<WebhookRecord>> =>
  relatedRows(ctx, OF_PROJECT, projectId, page);
