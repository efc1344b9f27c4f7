import type { CallContext, Context } from '../../../context.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { OidcProfile } from '../../../infrastructure/oidc/oidc-client.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';

/** Finds the user that the provider's identity is linked to, and notes its use. */
export async function findIdentity({ services: { db } }: Context<'db'>, { issuer, subject }: OidcProfile) {
  const where = { issuer_subject: { issuer, subject } };
  const identity = await db.oidcIdentity.findUnique({ where });
  if (identity) await db.oidcIdentity.updateMany({ where: { id: identity.id }, data: { lastUsedAt: new Date() } });
  return identity?.userId;
}

/** Locks the organizations before the account, like other changes, to prevent deadlocks. */
const MEMBERSHIPS = statement(
  'oidc-identities/memberships',
  `SELECT m.id, o.id AS "organizationId" FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = $userId ORDER BY o.id FOR KEY SHARE OF o`,
);

type Account = Pick<User, 'id' | 'email' | 'tokenGeneration'>;

/**
 * Changes the identities of an account, and records that in the audit trail of its organizations.
 *
 * @param write returns whether it changed any
 * @returns the same
 */
export async function changeIdentities(
  sql: Queryable,
  ctx: CallContext,
  { id: userId, email, tokenGeneration }: Account,
  action: AuditAction,
  write: () => Promise<boolean>,
): Promise<boolean> {
  const rows = await MEMBERSHIPS.rows(sql, { userId });
  if (!(await write())) return false;
  const call: CallContext = { ...ctx, actor: { kind: 'user', userId, tokenGeneration, expiresAt: Date.now() } };
  for (const { id, organizationId } of rows)
    await recordAudit(sql, call, { organizationId, action, target: memberTarget({ id, email }) });
  return true;
}

/** Text of a statement that inserts an identity for an account that a condition holds for. */
export const identityInsert = (condition: string): string =>
  `WITH account AS (SELECT id FROM users WHERE ${condition} FOR SHARE)
   INSERT INTO oidc_identities (id, user_id, issuer, subject) SELECT $identityId, id, $issuer, $subject FROM account`;
