import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { countInvitation } from '../../core/invitations/invitation-limits.ts';
import { announceInvitations, type Invitee, invite, standingOf } from '../../core/invitations/invite.ts';
import { lockOrganization } from '../../core/organizations/lock-organization.ts';
import { requireOrganizationOrFirst } from '../../core/organizations/require-organization.ts';
import { readMember } from '../../imports/read-member.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import { type ImportResult, inBatches, newImportResult, noteFailure, type ReadItem } from './import-result.ts';

/** Invitations written in one transaction; others who change the organization's members wait for its end. */
const BATCH = 200;

const importInput = z.object({
  members: z.array(z.unknown()).max(LIMITS.importedMembers, `must list at most ${LIMITS.importedMembers} members`),
});

/**
 * Invites a list of people, nobody twice. What an import that was cut short has written stays, and is mailed; repeating it
 * adds the rest. Emits member.invited for each. The mails go out after the answer.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function importMembers(
  ctx: Context,
  args: { organizationId?: string | null; members: unknown },
): Promise<ImportResult> {
  const organizationId = await requireOrganizationOrFirst(ctx, args.organizationId, 'member.manage');
  const { members }: z.infer<typeof importInput> = parseInput(importInput, args);
  const result = newImportResult();
  await inBatches(result, members, { size: BATCH, read: readMember, nameOf: ({ email }) => email }, (batch) =>
    inviteBatch(ctx, organizationId, batch, result),
  );
  announceInvitations(ctx);
  return result;
}

function inviteBatch(
  ctx: Context,
  organizationId: string,
  items: ReadItem<Invitee>[],
  result: ImportResult,
): Promise<void> {
  return inTransaction(ctx.services.pool, async (sql) => {
    const { member } = await lockOrganization(sql, ctx, organizationId, 'member.manage');
    const emails = items.map(({ value }) => value.email);
    const standing = await standingOf(sql, organizationId, emails);
    const invitees: Invitee[] = [];
    for (const { index, value } of items) {
      if (standing.has(value.email)) result.skipped += 1;
      else {
        try {
          assertCan(member.role, managing(value.role));
          await assertWithinPlan(sql, ctx, organizationId, 'members', invitees.length + 1);
          await countInvitation(ctx, organizationId, value.email);
          invitees.push(value);
        } catch (error) {
          noteFailure(result, index, error);
        }
      }
    }
    result.imported += (await invite(sql, ctx, organizationId, invitees)).length;
  });
}
