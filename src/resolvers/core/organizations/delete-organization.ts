import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { organizationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { lockOrganization } from './lock-organization.ts';

/** Frees the slug by a suffix that no valid slug contains. */
const HIDE = statement(
  'delete-organization/hide',
  `UPDATE organizations SET deleted_at = now(), slug = slug || '~' || id WHERE id = $id`,
);

/** Removes the rows that grant access to anything in an organization. */
const REVOKE_ACCESS = [
  'UPDATE projects SET deleted_at = now() WHERE organization_id = $1 AND deleted_at IS NULL',
  'DELETE FROM invitations WHERE organization_id = $1',
  'DELETE FROM memberships WHERE organization_id = $1',
];

/**
 * Deletes an organization with everything in it, immediately for everyone, and cancels its
 * subscription. The retention job removes the data after 30 days.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deleteOrganization(
  ctx: Context<'changeHandlers' | 'logger' | 'pool' | 'runInBackground' | 'wakeRelay'>,
  id: string,
): Promise<{ id: string }> {
  await inTransaction(ctx.services.pool, async (sql) => {
    await endOrganization(sql, ctx, await lockOrganization(sql, ctx, id, 'organization.delete', 'update'));
  });
  ctx.services.wakeRelay();
  afterOrganizationEnd(ctx);
  return { id };
}

/** Deletes an organization locked for update. Call `afterOrganizationEnd` after the commit. */
export async function endOrganization(
  sql: Queryable,
  ctx: Context<'changeHandlers'>,
  organization: { id: string; name: string },
): Promise<void> {
  const { id } = organization;
  await HIDE.run(sql, { id });
  for (const statement of REVOKE_ACCESS) await sql.query(statement, [id]);
  for (const handle of ctx.services.changeHandlers.organizationDeletion) await handle(sql, ctx, id);
  await recordAccessChange(sql, id);
  const target = organizationTarget(organization);
  await recordAudit(sql, ctx, { organizationId: id, action: 'organization_deleted', target });
}

/** Runs what add-ons do in the background after organizations were deleted. */
export function afterOrganizationEnd({
  services: { changeHandlers, runInBackground },
}: Context<'changeHandlers' | 'runInBackground'>): void {
  for (const handle of changeHandlers.afterOrganizationDeletion) runInBackground('organization deletion', handle);
}
