import { z } from 'zod';
import type { CallContext, Context } from '../../../context.ts';
import { badField, fieldConflict } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { memberTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput, rejectNulls } from '../../platform/input/parse-input.ts';
import { emailChangedMail } from '../../platform/mail/account-mails.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { forgetFailedLogins } from './account-limits.ts';
import { assertCurrentPassword, currentPasswordInput, wrongPassword } from './current-password.ts';
import { mailVerificationLater } from './email-verification.ts';
import { accountDeleted, me } from './me.ts';
import { sendAccountMail } from './send-account-mail.ts';

const changesInput = z.object({
  name: nameInput.optional(),
  email: emailInput.optional(),
  currentPassword: currentPasswordInput.optional(),
});

type Account = Pick<User, 'name' | 'email' | 'passwordHash'>;

const LOCK = statement(
  'update-me/lock',
  'SELECT name, email, password_hash AS "passwordHash" FROM users WHERE id = $id FOR UPDATE',
);
const WRITE = statement(
  'update-me/write',
  `UPDATE users SET name = $name, email = $email, updated_at = ${monotonicNow('updated_at')},
    email_verified_at = CASE WHEN email = $email THEN email_verified_at END
  WHERE id = $id`,
);
const END_RESETS = statement('update-me/end-resets', 'DELETE FROM password_resets WHERE user_id = $id');
/** Locks the organizations before the account, like other changes, to prevent deadlocks. */
const MEMBERSHIPS = statement(
  'update-me/memberships',
  `SELECT m.id, o.id AS "organizationId" FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = $id ORDER BY o.id FOR KEY SHARE OF o`,
);

/**
 * Updates the user's name and e-mail address. A new address requires the password, ends mailed
 * resets but no session, is reported to the previous address, and gets a mail to verify it.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT, UNAVAILABLE
 * @throws CONFLICT for a taken e-mail address
 * @throws RATE_LIMITED after too many wrong passwords
 */
export async function updateMe(
  ctx: Context<'config' | 'db' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground'>,
  args: object,
): Promise<User> {
  const user = await me(ctx);
  rejectNulls(args);
  const { name, email, currentPassword } = parseInput(changesInput, args);
  if (email === undefined || email === user.email) {
    if (name !== undefined) await inTransaction(ctx.services.pool, (sql) => write(sql, user.id, { name }));
    return me(ctx);
  }
  if (currentPassword === undefined) throw badField('email', 'a new address requires currentPassword');
  await assertCurrentPassword(ctx, user, currentPassword);
  const former = await inTransaction(ctx.services.pool, (sql) => move(sql, ctx, user, { name, email })).catch(
    (error: unknown) => {
      throw isUniqueViolation(error, 'email') ? fieldConflict('email', 'already has an account') : error;
    },
  );
  await forgetFailedLogins(ctx, former);
  if (former !== email) {
    const content = emailChangedMail(former);
    ctx.services.runInBackground('e-mail changed', () =>
      user.emailVerifiedAt ? ctx.services.mail.send(content) : sendAccountMail(ctx, content),
    );
    mailVerificationLater(ctx, { id: user.id, email });
  }
  return me(ctx);
}

/** Applies the changes and returns the previous account. */
async function write(sql: Queryable, id: string, changes: { name?: string; email?: string }): Promise<Account> {
  const before = await LOCK.first(sql, { id });
  if (!before) throw accountDeleted();
  const { name, email } = { ...before, ...changes };
  if (name !== before.name || email !== before.email) await WRITE.run(sql, { id, name, email });
  return before;
}

/** Changes the address, with its consequences, and returns the previous one. */
async function move(
  sql: Queryable,
  ctx: CallContext,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  { name, email }: { name?: string; email: string },
): Promise<string> {
  const memberships = await MEMBERSHIPS.rows(sql, { id });
  const before = await write(sql, id, { email, ...(name !== undefined && { name }) });
  if (before.passwordHash !== passwordHash) throw wrongPassword();
  if (before.email === email) return email;
  await END_RESETS.run(sql, { id });
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
