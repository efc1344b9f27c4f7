import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, fieldConflict } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { verificationMail } from '../../platform/mail/account-mails.ts';
import { releaseMails } from '../../platform/mail/mail-allowance.ts';
import { me } from './me.ts';
import { hashToken, newSecretToken } from './secret-token.ts';
import { reserveAccountMail, sendAccountMail } from './send-account-mail.ts';

type MailContext = Context<'config' | 'mail' | 'pool'>;
type Account = Pick<User, 'id' | 'email'>;

/** Applies only if the account still has the address. */
const INSERT = statement(
  'email-verification/insert',
  `INSERT INTO email_verifications (id, user_id, email, token_hash, expires_at)
  SELECT $id, id, email, $hash, now() + interval '1 day' FROM users WHERE id = $userId AND email = $email FOR KEY SHARE`,
);

/** Deletes the row to claim it: only one of several concurrent requests finds it. */
const CONFIRM = statement(
  'email-verification/confirm',
  `WITH claimed AS (
    DELETE FROM email_verifications WHERE token_hash = $hash AND expires_at > now() RETURNING user_id, email
  )
  UPDATE users u SET email_verified_at = coalesce(u.email_verified_at, now())
    FROM claimed c WHERE u.id = c.user_id AND u.email = c.email RETURNING u.email`,
);

const input = z.object({ token: z.string() });

/**
 * Mails the user a link that verifies the address of the account.
 *
 * @throws UNAUTHENTICATED, RATE_LIMITED
 * @throws CONFLICT for a verified address
 */
export async function requestEmailVerification(
  ctx: MailContext & Context<'db' | 'runInBackground'>,
): Promise<{ accepted: true }> {
  const user = await me(ctx);
  if (user.emailVerifiedAt) throw fieldConflict('email', `${user.email} is already verified`);
  const send = await reserveAccountMail(ctx, user.email);
  ctx.services.runInBackground('e-mail verification', () => mailVerification(ctx, user, send));
  return { accepted: true };
}

/**
 * Mails the link after the response, unless the address got the mails of the day. A failure is
 * logged; the user can request another mail.
 */
export function mailVerificationLater(ctx: MailContext & Context<'runInBackground'>, account: Account): void {
  ctx.services.runInBackground('e-mail verification', () =>
    mailVerification(ctx, account, (mail) => sendAccountMail(ctx, mail)),
  );
}

async function mailVerification(
  { services }: MailContext,
  { id, email }: Account,
  send: (mail: Mail) => Promise<void>,
): Promise<void> {
  const token = newSecretToken();
  const { rowCount } = await INSERT.run(services.pool, { id: newId(), userId: id, email, hash: hashToken(token) });
  if (rowCount === 1) await send(verificationMail(email, token, services.config.http.baseUrl));
}

/**
 * Redeems a mailed token: its address is verified if the account still has it.
 *
 * @throws BAD_USER_INPUT
 */
export async function confirmEmailVerification(ctx: Context<'pool'>, args: unknown): Promise<{ verified: true }> {
  const { token } = parseInput(input, args);
  const { pool } = ctx.services;
  const verified = await CONFIRM.first(pool, { hash: hashToken(token) });
  if (verified) {
    await releaseMails(pool, verified.email);
    return { verified: true };
  }
  throw badField(
    'token',
    'is invalid, used, more than a day old, or was sent to an earlier address; request a new mail',
  );
}
