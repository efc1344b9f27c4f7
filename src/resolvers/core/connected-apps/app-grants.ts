import type { CallContext, Context } from '../../../context.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { appTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { lockOwner, REVOKE, recordOwnerChange } from '../access-tokens/access-token.ts';

/** A password reset ends grants as it ends tokens. */
const FIND_ACTIVE = statement(
  'app-grants/find-active',
  `SELECT t.user_id AS "userId", t.client_id AS "clientId!", t.actions, t.expires_at AS "expiresAt"
     FROM access_tokens t JOIN users u ON u.id = t.user_id AND u.token_generation = t.token_generation
    WHERE t.id = $id AND t.client_id IS NOT NULL AND t.revoked_at IS NULL AND t.expires_at > now()`,
);

const FIND_OWNER = statement(
  'app-grants/find-owner',
  'SELECT user_id AS "userId", name FROM access_tokens WHERE id = $id AND client_id IS NOT NULL',
);

/** Organizations whose projects an app has: those of listed projects, or all of its owner. */
const ORGANIZATIONS = statement(
  'app-grants/organizations',
  `SELECT DISTINCT m.organization_id AS id FROM access_tokens t
     JOIN memberships m ON m.user_id = t.user_id
    WHERE t.id = $id AND (t.all_projects OR EXISTS (SELECT FROM access_token_projects tp
      JOIN projects p ON p.id = tp.project_id WHERE tp.access_token_id = t.id AND p.organization_id = m.organization_id))
    ORDER BY 1`,
);

const DELETE_ARTIFACTS = statement('app-grants/delete-artifacts', 'DELETE FROM oauth_artifacts WHERE grant_id = $id');

/** Reads the grant of an app; undefined after its end. */
export const findActiveGrant = async ({ services }: Context<'pool'>, id: string) =>
  isId(id) ? FIND_ACTIVE.first(services.pool, { id }) : undefined;

/** Records a change of an app in the trails of all organizations that it concerns. */
export async function recordAppAudit(
  sql: Queryable,
  ctx: CallContext,
  app: { id: string; name: string },
  action: AuditAction,
): Promise<void> {
  for (const { id: organizationId } of await ORGANIZATIONS.rows(sql, { id: app.id })) {
    await recordAudit(sql, ctx, { organizationId, action, target: appTarget(app) });
  }
}

/**
 * Ends the grant of an app: its tokens, and its open streams in all processes.
 *
 * @param ownerId owner that the grant must have; undefined for the service itself
 * @returns whether it was active
 */
export async function endGrant(
  ctx: Context<'pool' | 'tokenGrants' | 'wakeRelay'>,
  id: string,
  ownerId?: string,
): Promise<boolean> {
  const { pool, tokenGrants, wakeRelay } = ctx.services;
  const isEnded = await inTransaction(pool, async (sql) => {
    const app = await FIND_OWNER.first(sql, { id });
    if (!app || (ownerId !== undefined && app.userId !== ownerId)) return false;
    await lockOwner(sql, app.userId);
    if ((await REVOKE.run(sql, { id })).rowCount === 0) return false;
    await DELETE_ARTIFACTS.run(sql, { id });
    await recordAppAudit(sql, ctx, { id, name: app.name }, 'app_disconnected');
    await recordOwnerChange(sql, app.userId);
    return true;
  });
  tokenGrants.forget(id);
  if (isEnded) wakeRelay();
  return isEnded;
}
