import type { Context } from '../../../context.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';
import { INCLUDES_PROJECT, requireUser } from '../../platform/policies/access.ts';
import { WORKS_ON_ANNOTATIONS } from '../annotations/assignable.ts';
import { requireOrganization } from '../organizations/require-organization.ts';

/** The user that a project token writes as. */
export interface ServiceAccount {
  /** UUID of the user. */
  id: string;
  name: string;
  accessTokenId: string;
  role: Role;
  allProjects: boolean;
  /** Listed projects that the reader has, too. */
  projectIds: string[];
  createdAt: Date;
  expiresAt: Date;
}

const LIST = statement(
  'service-accounts/list',
  `SELECT id, name, "accessTokenId", role, "allProjects", "projectIds" AS "projectIds!", created_at AS "createdAt",
          "expiresAt" FROM (
    SELECT t.user_id AS id, t.name, t.id AS "accessTokenId", listed.role, t.all_projects AS "allProjects",
           ARRAY(SELECT p.id FROM access_token_projects tp
                   JOIN projects p ON p.id = tp.project_id AND p.deleted_at IS NULL
                   JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = $userId AND ${INCLUDES_PROJECT}
                  WHERE tp.access_token_id = t.id ORDER BY p.id) AS "projectIds",
           listed.created_at, t.expires_at AS "expiresAt"
      FROM memberships listed JOIN access_tokens t ON t.id = listed.access_token_id
     WHERE listed.organization_id = $organizationId AND ${WORKS_ON_ANNOTATIONS}
  ) AS accounts WHERE ("allProjects" OR cardinality("projectIds") > 0) ${NEWEST}`,
);

/**
 * Lists the service accounts to which annotations of the reader's projects can be assigned, the
 * newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function listServiceAccounts(
  ctx: Context<'pool'>,
  organizationId: string,
  page: Page,
): Promise<PageRows<ServiceAccount>> {
  await requireOrganization(ctx, organizationId, 'member.read');
  return readNewest(ctx, LIST, page, { organizationId, userId: requireUser(ctx) });
}
