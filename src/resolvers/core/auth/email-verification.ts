import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput, conflict } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { verificationMail } from '../../platform/mail/account-mails.ts';
import { countVerification } from './account-limits.ts';
import { me } from './me.ts';
import { hashToken, newSecretToken } from './secret-token.ts';

type MailContext = Context<'config' | 'mail' | 'pool'>;
type Account = Pick<User, 'id' | 'email'>;

/** Applies only if the account still has the address. */
const INSERT = `INSERT INTO email_verifications (id, user_id, email, token_hash, expires_at)
  SELECT $1, id, email, $4, now() + interval '1 day' FROM users WHERE id = $2 AND email = $3 FOR KEY SHARE`;

/** Deletes the row to claim it: only one of several concurrent requests finds it. */
const CONFIRM = `WITH claimed AS (
    DELETE FROM email_verifications WHERE token_hash = $1 AND expires_at > now() RETURNING user_id, email
  )
  UPDATE users u SET email_verified_at = coalesce(u.email_verified_at, now())
    FROM claimed c WHERE u.id = c.user_id AND u.email = c.email`;

const input = z.object({ token: z.string() });

/**
 * Mails the user a link that verifies the address of the account.
 *
 * @throws UNAUTHENTICATED, RATE_LIMITED
 * @throws CONFLICT for a verified address
 */
export async function requestEmailVerification(
  ctx: Context<'config' | 'db' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground'>,
): Promise<{ accepted: true }> {
  const user = await me(ctx);
  if (user.emailVerifiedAt) throw conflict(`email: ${user.email} is already verified`);
  await countVerification(ctx, user.id);
  mailVerificationLater(ctx, user);
  return { accepted: true };
}

/** Mails the link after the response. A failure is logged; the user can request another mail. */
export function mailVerificationLater(ctx: MailContext & Context<'runInBackground'>, account: Account): void {
  ctx.services.runInBackground('e-mail verification', () => mailVerification(ctx, account));
}

async function mailVerification({ services }: MailContext, { id, email }: Account): Promise<void> {
  const token = newSecretToken();
  const { rowCount } = await services.pool.query(INSERT, [newId(), id, email, hashToken(token)]);
  if (rowCount === 1) await services.mail.send(verificationMail(email, token, services.config.http.baseUrl));
}

/**
 * Redeems a mailed token: its address is verified if the account still has it.
 *
 * @throws BAD_USER_INPUT
 */
export async function confirmEmailVerification(ctx: Context<'pool'>, args: unknown): Promise<{ verified: true }> {
  const { token } = parseInput(input, args);
  const { rowCount } = await ctx.services.pool.query(CONFIRM, [hashToken(token)]);
  if (rowCount === 1) return { verified: true };
  throw badInput('token: is invalid, used, more than a day old, or was sent to an earlier address; request a new mail');
}
