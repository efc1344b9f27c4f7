import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, badInput } from '../../../errors.ts';
import type { Invitation, Role, User } from '../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { findJoined, type JoinedOrganization } from '../../organizations/joined-organization.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { endUnassigning } from '../annotations/unassign-member.ts';
import { me } from '../auth/me.ts';
import { hashToken } from '../auth/secret-token.ts';

const input = z.object({ token: z.string() });

/** First the organization, as everyone does who changes its members. */
const LOCK = 'SELECT FROM organizations WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE';

/** Deleting is taking: of several at once, one finds the row. */
const TAKE = 'DELETE FROM invitations WHERE token_hash = $1 AND expires_at > now() RETURNING id, role';

/** A member who was invited by a second admin keeps the role. */
const JOIN = `INSERT INTO memberships (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)
  ON CONFLICT (organization_id, user_id) DO NOTHING`;

/**
 * Makes the caller a member with a mailed token, once.
 * @throws UNAUTHENTICATED; BAD_USER_INPUT for a token that does not count; FORBIDDEN for one that was sent to another address
 */
export async function acceptInvitation(ctx: Context, args: unknown): Promise<JoinedOrganization> {
  const user = await me(ctx);
  const tokenHash = hashToken(parseInput(input, args).token);
  const invitation = await ctx.services.db.invitation.findUnique({ where: { tokenHash } });
  if (!invitation) throw refused();
  if (invitation.email !== user.email) {
    throw new AppError(
      'FORBIDDEN',
      `This invitation went to another address than ${user.email}, which you are logged in with; log in with that one, or ask to be invited with this one`,
    );
  }
  const joined = await inTransaction(ctx.services.pool, (sql) => join(sql, ctx, user, invitation));
  if (!joined) throw refused();
  return joined;
}

async function join(sql: Queryable, ctx: Context, user: User, { organizationId, tokenHash }: Invitation) {
  await sql.query(LOCK, [organizationId]);
  const { rows } = await sql.query<{ id: string; role: Role }>(TAKE, [tokenHash]);
  const [taken] = rows;
  if (!taken) return undefined;
  const { rowCount } = await sql.query(JOIN, [taken.id, organizationId, user.id, taken.role]);
  if (rowCount) {
    await endUnassigning(sql, { organizationId, userId: user.id });
    const target = memberTarget({ id: taken.id, email: user.email });
    const changes = { role: { before: null, after: taken.role } };
    await recordAudit(sql, ctx, { organizationId, action: 'member_joined', target, changes });
  }
  return findJoined(sql, user.id, organizationId);
}

const refused = () =>
  badInput('token: is unknown, used, replaced by a newer mail, or over 7 days old; ask to be invited again');
