import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { emailInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { passwordResetMail } from '../../platform/mail/account-mails.ts';
import { countReset, PASSWORD_LINK_LIFETIME_MS } from './account-limits.ts';
import { hashToken, newSecretToken } from './secret-token.ts';

const input = z.object({ email: emailInput });

/**
 * Mails a link to set a new password. Neither the response nor its time reveals whether the address
 * has an account: the lookup follows the response. A later failure is logged, and the user has to
 * request the mail again.
 *
 * @throws BAD_USER_INPUT, RATE_LIMITED
 */
export async function requestPasswordReset(
  ctx: Context<'config' | 'mail' | 'pool' | 'rateLimitStore' | 'runInBackground'>,
  args: unknown,
): Promise<{ accepted: true }> {
  const { email } = parseInput(input, args);
  const mayMail = await countReset(ctx, email);
  if (mayMail) ctx.services.runInBackground('password reset', () => sendReset(ctx, email));
  return { accepted: true };
}

/**
 * Locks the account of the address; a concurrent change of the address waits, and ends the reset.
 */
const INSERT = statement(
  'request-password-reset/insert',
  `INSERT INTO password_resets (id, user_id, token_hash, expires_at)
  SELECT $id, id, $hash, $expiresAt FROM users WHERE email = $email FOR KEY SHARE`,
);

async function sendReset(ctx: Context<'config' | 'mail' | 'pool'>, email: string): Promise<void> {
  const { pool, mail, config } = ctx.services;
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + PASSWORD_LINK_LIFETIME_MS);
  const { rowCount } = await INSERT.run(pool, { id: newId(), email, hash: hashToken(token), expiresAt });
  if (rowCount === 1) await mail.send(passwordResetMail(email, token, config.http.baseUrl));
}
