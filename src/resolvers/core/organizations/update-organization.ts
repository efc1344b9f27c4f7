import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { organizationTarget } from '../../platform/audit/audit-targets.ts';
import { changesBetween, recordAudit } from '../../platform/audit/record-audit.ts';
import { nameInput, slugInput } from '../../platform/input/fields.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { organizationSlugTaken } from './create-organization.ts';
import { findJoined, type JoinedOrganization } from './joined-organization.ts';
import { lockOrganization } from './lock-organization.ts';
import { requireOrganization } from './require-organization.ts';

const changesInput = z.object({ name: nameInput.optional(), slug: slugInput.optional() });

type Changes = z.infer<typeof changesInput>;

/** A parameter that is null keeps the column. */
const UPDATE = statement(
  'update-organization/update',
  `UPDATE organizations SET name = coalesce($name?, name), slug = coalesce($slug?, slug), updated_at = ${monotonicNow('updated_at')} WHERE id = $id`,
);

/**
 * Updates the given members.
 *
 * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a taken slug
 */
export async function updateOrganization(ctx: Context<'pool'>, id: string, args: object): Promise<JoinedOrganization> {
  const userId = requireUser(ctx);
  await requireOrganization(ctx, id, 'organization.change');
  rejectNulls(args);
  const { name, slug }: Changes = parseInput(changesInput, args);
  try {
    return await inTransaction(ctx.services.pool, async (sql) => {
      const before = await lockOrganization(sql, ctx, id, 'organization.change');
      const isChange = name !== undefined || slug !== undefined;
      if (isChange) await UPDATE.run(sql, { id, name, slug });
      const after = await findJoined(sql, userId, id);
      if (!after) throw notFound('Organization');
      if (!isChange) return after;
      await recordAudit(sql, ctx, {
        organizationId: id,
        action: 'organization_changed',
        target: organizationTarget(after),
        changes: changesBetween<Pick<JoinedOrganization, 'name' | 'slug'>>(before, after, ['name', 'slug']),
      });
      return after;
    });
  } catch (error) {
    throw slug && isUniqueViolation(error, 'slug') ? organizationSlugTaken(slug) : error;
  }
}
