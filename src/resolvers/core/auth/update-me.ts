import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput, conflict } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { forgetFailedLogins } from '../../auth/account-limits.ts';
import { emailChangedMail } from '../../mail/email-changed-mail.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput, refuseNulls } from '../../platform/input/parse-input.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { nextMoment } from '../../sql/next-moment.ts';
import { assertCurrentPassword, currentPasswordInput, wrongPassword } from './current-password.ts';
import { me } from './me.ts';

const changesInput = z.object({
  name: nameInput.optional(),
  email: emailInput.optional(),
  currentPassword: currentPasswordInput.optional(),
});

type Account = Pick<User, 'name' | 'email' | 'passwordHash'>;

const LOCK = 'SELECT name, email, password_hash AS "passwordHash" FROM users WHERE id = $1 FOR UPDATE';
const WRITE = `UPDATE users SET name = $2, email = $3, updated_at = ${nextMoment('updated_at')} WHERE id = $1`;
const END_RESETS = 'DELETE FROM password_resets WHERE user_id = $1';
/** Their organizations are locked before the account, as by whoever changes something in one: two would wait for each other. */
const MEMBERSHIPS = `SELECT m.id, o.id AS "organizationId" FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = $1 ORDER BY o.id FOR KEY SHARE OF o`;

/**
 * Changes the caller's name and e-mail address, and leaves what is not given. Another address takes the password; it ends no
 * session, but mailed resets, and the former one is told.
 * @throws UNAUTHENTICATED, BAD_USER_INPUT; CONFLICT for a taken e-mail; RATE_LIMITED after too many wrong passwords; UNAVAILABLE
 */
export async function updateMe(ctx: Context, args: object): Promise<User> {
  const user = await me(ctx);
  refuseNulls(args);
  const { name, email, currentPassword } = parseInput(changesInput, args);
  if (email === undefined || email === user.email) {
    if (name !== undefined) await inTransaction(ctx.services.pool, (sql) => write(sql, user.id, { name }));
    return me(ctx);
  }
  if (currentPassword === undefined) throw badInput('email: another address needs currentPassword with it');
  await assertCurrentPassword(ctx, user, currentPassword);
  const former = await inTransaction(ctx.services.pool, (sql) => move(sql, ctx, user, { name, email })).catch(
    (error: unknown) => {
      throw isUniqueViolation(error, 'email') ? conflict('email: has an account already') : error;
    },
  );
  await forgetFailedLogins(ctx, former);
  if (former !== email) {
    ctx.services.afterwards('e-mail changed', () => ctx.services.mail.send(emailChangedMail(former)));
  }
  return me(ctx);
}

/** @returns the account as it was */
async function write(sql: Queryable, id: string, changes: { name?: string; email?: string }): Promise<Account> {
  const { rows } = await sql.query<Account>(LOCK, [id]);
  const before = rows[0] as Account;
  const { name, email } = { ...before, ...changes };
  if (name !== before.name || email !== before.email) await sql.query(WRITE, [id, name, email]);
  return before;
}

/** Writes another address, with what follows from it. @returns the former one */
async function move(
  sql: Queryable,
  ctx: Context,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  { name, email }: { name?: string; email: string },
): Promise<string> {
  const { rows: memberships } = await sql.query<{ id: string; organizationId: string }>(MEMBERSHIPS, [id]);
  const before = await write(sql, id, { email, ...(name !== undefined && { name }) });
  if (before.passwordHash !== passwordHash) throw wrongPassword();
  if (before.email === email) return email;
  await sql.query(END_RESETS, [id]);
  for (const { id: memberId, organizationId } of memberships) {
    await recordAudit(sql, ctx, {
      organizationId,
      action: 'member_email_changed',
      target: memberTarget({ id: memberId, email }),
      changes: { email: { before: before.email, after: email } },
    });
  }
  return before.email;
}
