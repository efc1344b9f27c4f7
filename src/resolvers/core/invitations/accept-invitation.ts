import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { lockRows } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { releaseMails } from '../../platform/mail/mail-allowance.ts';
import { cancelUnassignment } from '../annotations/unassign-member.ts';
import { endTokens, findByToken, invalidToken, type PresentedInvitation } from '../auth/invitation-token.ts';
import { me } from '../auth/me.ts';
import { replaceProjects } from '../members/project-access.ts';
import { findJoined, type JoinedOrganization } from '../organizations/joined-organization.ts';

const input = z.object({ token: z.string() });

/** Deletes the row to claim it: only one of several concurrent requests finds it. */
const CLAIM = statement(
  'accept-invitation/claim',
  `DELETE FROM invitations WHERE id = $id AND expires_at = $expiresAt
    AND token_hash IS NOT DISTINCT FROM coalesce($tokenHash?, token_hash) AND expires_at > now()
  RETURNING id, role, all_projects AS "allProjects", project_ids AS "projectIds"`,
);

/** An existing member, invited again by another admin, keeps the role. */
const JOIN = statement(
  'accept-invitation/join',
  `INSERT INTO memberships (id, organization_id, user_id, role, all_projects) VALUES ($id, $organizationId, $userId, $role, $allProjects)
  ON CONFLICT (organization_id, user_id) DO NOTHING`,
);

/** A mailed token went to the address of the account; a shown one may have come from anybody. */
const VERIFY = statement(
  'accept-invitation/verify',
  'UPDATE users SET email_verified_at = now() WHERE id = $id AND email_verified_at IS NULL',
);

/**
 * Redeems a mailed or shown token once and makes the user a member.
 *
 * @throws UNAUTHENTICATED
 * @throws BAD_USER_INPUT for an invalid token
 * @throws FORBIDDEN for a token sent to another address
 */
export async function acceptInvitation(
  ctx: Context<'db' | 'pool' | 'secretBox'>,
  args: unknown,
): Promise<JoinedOrganization> {
  const user = await me(ctx);
  const { token } = parseInput(input, args);
  const found = await findByToken(ctx, token);
  if (!found) throw await invalidToken(ctx, token);
  const { invitation } = found;
  if (invitation.email !== user.email) {
    throw new AppError(
      'FORBIDDEN',
      `This invitation was sent to another address than ${user.email}, with which you are logged in. Log in with that address, or ask for an invitation to this one`,
    );
  }
  if (invitation.expiresAt <= new Date()) throw await invalidToken(ctx, token, true);
  const joined = await inTransaction(ctx.services.pool, (sql) => join(sql, ctx, user, found));
  if (!joined) throw await invalidToken(ctx, token);
  if (found.isMailed) await releaseMails(ctx.services.pool, user.email);
  return joined;
}

async function join(
  sql: Queryable,
  ctx: Context<'secretBox'>,
  user: User,
  { invitation, isMailed }: PresentedInvitation,
) {
  const { id, organizationId, expiresAt, tokenHash } = invitation;
  // Every change of an organization's members locks the organization first.
  await lockRows(sql, 'organizations FOR NO KEY UPDATE', organizationId);
  await endTokens(sql, ctx, invitation, 'accepted');
  const claimed = await CLAIM.first(sql, { id, expiresAt, tokenHash: isMailed ? tokenHash : null });
  if (!claimed) return undefined;
  if (isMailed) await VERIFY.run(sql, { id: user.id });
  const { rowCount } = await JOIN.run(sql, {
    id: claimed.id,
    organizationId,
    userId: user.id,
    role: claimed.role,
    allProjects: claimed.allProjects,
  });
  if (rowCount) {
    await replaceProjects(sql, { organizationId, memberId: claimed.id, projectIds: claimed.projectIds });
    await cancelUnassignment(sql, { organizationId, userId: user.id });
    const target = memberTarget({ id: claimed.id, email: user.email });
    const changes = { role: { before: null, after: claimed.role } };
    await recordAudit(sql, ctx, { organizationId, action: 'member_joined', target, changes });
  }
  return findJoined(sql, user.id, organizationId);
}
