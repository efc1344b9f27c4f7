import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { endDeletedAtStripe } from '../../addons/billing/stripe/end-deleted.ts';
import { endManualPlan } from '../../billing/end-manual-plan.ts';
import { recordAccessChange } from '../../events/record-access-change.ts';
import { organizationTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { endWebhooks } from '../../webhooks/end-webhooks.ts';
import { lockOrganization } from './lock-organization.ts';

/** The slug is free again for others: no caller can give one with a tilde. */
const HIDE = `UPDATE organizations SET deleted_at = now(), slug = slug || '~' || id WHERE id = $1`;

/** Every right to something in an organization rests on one of these rows. */
const TAKE_RIGHTS = [
  'UPDATE projects SET deleted_at = now() WHERE organization_id = $1 AND deleted_at IS NULL',
  'DELETE FROM invitations WHERE organization_id = $1',
  'DELETE FROM memberships WHERE organization_id = $1',
];

/**
 * Takes an organization, and everything in it, from everybody at once, and ends what it pays for; the retention job
 * removes its data 30 days later.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deleteOrganization(ctx: Context, id: string): Promise<{ id: string }> {
  await inTransaction(ctx.services.pool, async (sql) => {
    const organization = await lockOrganization(sql, ctx, id, 'organization.delete', 'update');
    await sql.query(HIDE, [id]);
    for (const statement of TAKE_RIGHTS) await sql.query(statement, [id]);
    await endManualPlan(sql, ctx, id);
    await endWebhooks(sql, 'organization_id', id);
    await recordAccessChange(sql, id);
    const target = organizationTarget(organization);
    await recordAudit(sql, ctx, { organizationId: id, action: 'organization_deleted', target });
  });
  ctx.services.nudgeRelay();
  ctx.services.afterwards('ending at Stripe', () => endDeletedAtStripe(ctx));
  return { id };
}
