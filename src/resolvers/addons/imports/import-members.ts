import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { countInvitation } from '../../core/invitations/invitation-limits.ts';
import { dispatchInvitations, findStatuses, type Invitee, invite } from '../../core/invitations/invite.ts';
import { assertProjectsOf } from '../../core/members/project-access.ts';
import { lockOrganization } from '../../core/organizations/lock-organization.ts';
import { requireOrganizationOrFirst } from '../../core/organizations/require-organization.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { assertCan } from '../../platform/policies/access.ts';
import { managing } from '../../platform/policies/roles.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import {
  emptyImportResult,
  type ImportResult,
  importInBatches,
  inImport,
  type ReadItem,
  recordFailure,
  recordPreview,
} from './import-result.ts';
import { readMember } from './read-items.ts';

/** Invitations inserted in one transaction; other changes of the members wait for it. */
const BATCH = 200;

const importInput = z.object({
  members: z.array(z.unknown()).max(LIMITS.importedMembers, `must list at most ${LIMITS.importedMembers} members`),
});

/**
 * Invites a list of people, each once. An interrupted import keeps and mails what it has stored;
 * repeating it adds the rest. Publishes member.invited for each invitation. The mails are sent
 * after the response.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function importMembers(
  ctx: Context<'config' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground' | 'wakeRelay'>,
  args: { organizationId?: string | null; members: unknown; dryRun?: boolean | null },
): Promise<ImportResult> {
  const organizationId = await requireOrganizationOrFirst(ctx, args.organizationId, 'member.manage');
  const { members }: z.infer<typeof importInput> = parseInput(importInput, args);
  const result = emptyImportResult(args.dryRun ?? false);
  const options = { size: BATCH, read: readMember, nameOf: ({ email }: Invitee) => email, show };
  await importInBatches(result, members, options, (batch) => inviteBatch(ctx, organizationId, batch, result));
  if (!args.dryRun) dispatchInvitations(ctx);
  return result;
}

const show = ({ email, role, allProjects, projectIds }: Invitee) => ({ email, role, allProjects, projectIds });

function inviteBatch(
  ctx: Context<'config' | 'pool' | 'rateLimitStore'>,
  organizationId: string,
  items: ReadItem<Invitee>[],
  result: ImportResult,
): Promise<void> {
  const isDryRun = result.preview !== null;
  return inImport(ctx.services.pool, isDryRun, async (sql) => {
    const { member } = await lockOrganization(sql, ctx, organizationId, 'member.manage');
    const emails = items.map(({ value }) => value.email);
    const statuses = await findStatuses(sql, organizationId, emails);
    const invitees: Invitee[] = [];
    for (const { index, value } of items) {
      if (statuses.has(value.email)) {
        result.skipped += 1;
        recordPreview(result, index, false, show(value));
      } else {
        try {
          assertCan(ctx, member.role, managing(value.role));
          await assertProjectsOf(sql, organizationId, value.projectIds);
          const seats = [...invitees, value].filter(({ role }) => role !== 'guest').length;
          if (value.role !== 'guest') await assertWithinPlan(sql, ctx, organizationId, 'members', seats);
          if (!isDryRun) await countInvitation(ctx, organizationId, value.email);
          invitees.push(value);
          recordPreview(result, index, true, show(value));
        } catch (error) {
          recordFailure(result, index, error);
        }
      }
    }
    result.imported += (await invite(sql, ctx, organizationId, invitees)).length;
  });
}
